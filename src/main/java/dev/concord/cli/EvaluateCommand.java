package dev.concord.cli;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ConfigLoader;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.TableConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.report.Json;
import dev.concord.spark.IdTable;
import dev.concord.spark.input.ConstraintReader;
import dev.concord.spark.input.EdgeReader;
import dev.concord.spark.input.EdgeTable;
import dev.concord.spark.input.LabelReader;
import dev.concord.spark.input.Labeling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Judges any assignment table: agreement with {@code input.truth}, violations of {@code
 * input.constraints}, normalized cut of {@code input.edges}, whichever are given.
 */
@Command(
    name = "evaluate",
    description =
        "Judges an assignment table by truth, constraints and edges of the configuration.",
    mixinStandardHelpOptions = true)
final class EvaluateCommand extends SparkCommand<ConcordConfig> {
  @Option(
      names = "--assignment",
      required = true,
      paramLabel = "PATH",
      description = "Table of points and their clusters; any Hadoop path.")
  private String assignment = "";

  @Option(
      names = "--assignment-format",
      paramLabel = "FORMAT",
      description = "csv, parquet or any Spark source; default: ${DEFAULT-VALUE}.")
  private String format = "csv";

  @Option(
      names = "--assignment-id",
      paramLabel = "COLUMN",
      description = "Default: ${DEFAULT-VALUE}.")
  private String idColumn = "id";

  @Option(
      names = "--assignment-cluster",
      paramLabel = "COLUMN",
      description = "Default: ${DEFAULT-VALUE}.")
  private String clusterColumn = "cluster";

  @Option(names = "--json", description = "Prints one JSON object instead of lines.")
  private boolean json;

  EvaluateCommand(Console console) {
    super(console, ConfigLoader::load);
  }

  @Override
  protected int run(SparkSession spark, ConcordConfig config) {
    InputConfig input = config.input();
    if (input.truth() == null && input.constraints() == null && input.edges() == null) {
      throw new InputException(
          "evaluate: the configuration has neither input.truth, input.constraints nor input.edges,"
              + " so there is nothing to judge by; give at least one of them");
    }
    if (options().dryRun()) {
      console
          .out()
          .println("evaluate: judges " + assignment + " by " + String.join(", ", judges(input)));
      return 0;
    }
    if (input.quarantine() != null) {
      console
          .err()
          .println(
              "concord: warning: input.quarantine is given, but evaluate puts no rows aside: a row"
                  + " that cannot be used ends the command.");
    }
    EdgeTable edges = input.edges() == null ? null : new EdgeReader(spark).read(input.edges());
    LabelsConfig table = assignmentTable();
    IdTable ids = edges == null ? AssignmentIds.read(spark, table) : edges.ids();
    Labeling clusters = new LabelReader(spark).read(table, ids);
    refuseUnassigned(ids, clusters);
    Evaluation evaluation = judge(spark, input, ids, clusters, edges);
    if (json) {
      console.out().print(Json.write(evaluation.figures()));
    } else {
      evaluation.lines().forEach(console.out()::println);
    }
    return 0;
  }

  private static List<String> judges(InputConfig input) {
    List<String> keys = new ArrayList<>();
    if (input.truth() != null) {
      keys.add(input.truth().table().key());
    }
    if (input.constraints() != null) {
      keys.add(input.constraints().table().key());
    }
    if (input.edges() != null) {
      keys.add(input.edges().table().key());
    }
    return keys;
  }

  private static Evaluation judge(
      SparkSession spark,
      InputConfig input,
      IdTable ids,
      Labeling clusters,
      @Nullable EdgeTable edges) {
    int[] labels = clusters.labels();
    int k = clusters.names().length;
    double ncut = Double.NaN;
    if (edges != null) {
      SimilarityGraph graph =
          SimilarityGraph.fromEdges(
              ids.size(), edges.source(), edges.target(), edges.weight(), ids::name);
      ncut = NormalizedCut.of(graph, labels, k);
    }
    PairConstraints pairs =
        input.constraints() == null
            ? null
            : new ConstraintReader(spark).read(input.constraints(), ids).pairs();
    Violations violations = pairs == null ? null : Violations.of(pairs, labels);
    Agreement all = null;
    Agreement outside = null;
    if (input.truth() != null) {
      int[] truth = new LabelReader(spark).read(input.truth(), ids).labels();
      all = Agreement.of(truth, labels);
      outside = pairs == null ? null : Agreement.outside(truth, labels, pairs.touched());
    }
    return new Evaluation(ids.size(), Evaluation.sizes(labels, k), ncut, violations, all, outside);
  }

  private LabelsConfig assignmentTable() {
    Map<String, String> options =
        format.equalsIgnoreCase("csv") ? Map.of("header", "true") : Map.of();
    return new LabelsConfig(
        new TableConfig("--assignment", format, List.of(assignment), options),
        idColumn,
        clusterColumn);
  }

  private void refuseUnassigned(IdTable ids, Labeling clusters) {
    int[] labels = clusters.labels();
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] < 0) {
        throw new InputException(
            "--assignment ("
                + assignment
                + "): the point "
                + ids.name(i)
                + " has no cluster; every point needs one, "
                + (labels.length - clusters.known())
                + " of "
                + labels.length
                + " have none");
      }
    }
  }
}
