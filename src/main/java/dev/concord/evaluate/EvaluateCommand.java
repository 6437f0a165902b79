package dev.concord.evaluate;

import dev.concord.cli.SparkCommand;
import dev.concord.cli.start.Console;
import dev.concord.cli.start.ProgressDisplay;
import dev.concord.config.ConcordConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.metric.doubt.CalibrationFigures;
import dev.concord.report.Json;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.pairs.ConstraintReader;
import dev.concord.spark.input.pairs.EdgeReader;
import dev.concord.spark.input.pairs.EdgeTable;
import dev.concord.spark.input.pairs.LabelReader;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.job.GraphOutcome;
import dev.concord.spark.store.RunPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Judges any assignment table: agreement with {@code input.truth}, violations of {@code
 * input.constraints}, normalized cut of {@code input.edges}, whichever are given; with {@code
 * --cut} that of the graph of {@code input.features}.
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
      description =
          "Table of points and their clusters, or the output folder of a run; any Hadoop path.")
  private String assignment = "";

  @Option(
      names = "--assignment-format",
      paramLabel = "FORMAT",
      description =
          "csv, parquet or any Spark source; default: by the names of the files, else csv.")
  private @Nullable String format;

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

  @Option(
      names = "--assignment-confidence",
      paramLabel = "COLUMN",
      description =
          "Confidences, which input.truth judges; default: confidence where there is such a column.")
  private @Nullable String confidenceColumn;

  @Option(
      names = "--cut",
      description = "Builds the graph of input.features, for the normalized cut.")
  private boolean cut;

  @Option(names = "--json", description = "Prints one JSON object instead of lines.")
  private boolean json;

  EvaluateCommand(Console console) {
    super(console, EvaluateCommand::config, FileSystemCheck::require);
  }

  /**
   * A configuration, which needs neither points nor a number of clusters. Components of the graph
   * are not joined, because no number of clusters is wanted.
   */
  private static ConcordConfig config(String text, String origin, List<String> sets) {
    Map<String, Object> unused =
        Map.of("clusters.count", 1, "graph.connect", "none", "output.path", "nothing is written");
    return ConfigLoader.loadWithout(unused, false, text, origin, sets);
  }

  @Override
  protected Places places(ConcordConfig config, Configuration hadoop) {
    refuseNothing(config.input());
    new FileSystemCheck(hadoop).require("--assignment", assignment);
    if (!options().dryRun()) {
      AssignmentTable.find(hadoop, assignment, format, idColumn, clusterColumn);
    }
    return new Places(null, RunPaths.of(List.of(config.input())));
  }

  @Override
  protected int run(SparkSession spark, ConcordConfig config) {
    InputConfig input = config.input();
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
    Configuration hadoop = spark.sessionState().newHadoopConf();
    LabelsConfig table = AssignmentTable.find(hadoop, assignment, format, idColumn, clusterColumn);
    EvaluationResult evaluation =
        cut ? withGraph(spark, config, table) : withEdges(spark, config, table);
    if (json) {
      console.out().print(Json.write(evaluation.figures()));
    } else {
      evaluation.lines().forEach(console.out()::println);
      if (input.features() != null && !cut) {
        console.line("Note", "--cut builds the graph of input.features, for the normalized cut");
      }
    }
    return 0;
  }

  private void refuseNothing(InputConfig input) {
    if (cut && input.features() == null && input.edges() == null) {
      throw new InputException(
          "evaluate --cut: the configuration has neither input.features nor input.edges, so there"
              + " is no graph to be cut; give one of them, or leave --cut out");
    }
    if (input.truth() == null && input.constraints() == null && input.edges() == null && !cut) {
      throw new InputException(
          "evaluate: the configuration has neither input.truth, input.constraints nor input.edges,"
              + " so there is nothing to judge by; give at least one of them, or with"
              + " input.features the option --cut");
    }
  }

  /** The graph as {@code cluster} builds it, from features or edges. */
  private EvaluationResult withGraph(SparkSession spark, ConcordConfig config, LabelsConfig table) {
    try (ProgressDisplay display = ProgressDisplay.on(console.err());
        ClusterJob job = ClusterJob.prepareGraph(spark, config, display)) {
      GraphOutcome outcome = job.graph();
      return judge(spark, config.input(), table, outcome.ids(), outcome.graph());
    }
  }

  private EvaluationResult withEdges(SparkSession spark, ConcordConfig config, LabelsConfig table) {
    InputConfig input = config.input();
    if (input.edges() == null) {
      return judge(spark, input, table, AssignmentIds.read(spark, table), null);
    }
    EdgeReader reader = new EdgeReader(spark);
    boolean scores = Catalogue.named(config.clusters().method()).takesScores();
    EdgeTable edges =
        (scores ? reader.readScores(input.edges()) : reader.read(input.edges())).onDriver();
    IdTable ids = edges.ids();
    SimilarityGraph graph =
        SimilarityGraph.given(
            ids.size(), edges.source(), edges.target(), edges.weight(), ids::name);
    return judge(spark, input, table, ids, graph);
  }

  private List<String> judges(InputConfig input) {
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
    if (cut && input.features() != null) {
      keys.add("the graph of " + input.features().table().key());
    }
    return keys;
  }

  private EvaluationResult judge(
      SparkSession spark,
      InputConfig input,
      LabelsConfig table,
      IdTable ids,
      @Nullable WeightedGraph graph) {
    Labeling clusters = new LabelReader(spark).read(table, ids);
    refuseUnassigned(ids, clusters);
    AssignedClusters assigned = AssignedClusters.of(clusters.labels(), clusters.names());
    int[] labels = assigned.labels();
    int k = assigned.clusters();
    double ncut = graph == null ? Double.NaN : assigned.ncut(graph);
    PairConstraints pairs =
        input.constraints() == null
            ? null
            : new ConstraintReader(spark).read(input.constraints(), ids).pairs();
    Violations violations = pairs == null ? null : Violations.of(pairs, labels);
    Agreement all = null;
    Agreement outside = null;
    CalibrationFigures calibration = null;
    if (input.truth() != null) {
      int[] truth = assigned.known(new LabelReader(spark).read(input.truth(), ids).labels());
      all = Agreement.of(truth, labels);
      outside = pairs == null ? null : Agreement.outside(truth, labels, pairs.touched());
      double[] confidence = confidences(spark, table, ids);
      calibration = confidence == null ? null : CalibrationFigures.of(truth, labels, confidence);
    }
    return new EvaluationResult(
        ids.size(),
        assigned.aside(),
        assigned.sizes(k),
        ncut,
        violations,
        all,
        outside,
        calibration);
  }

  private double @Nullable [] confidences(SparkSession spark, LabelsConfig table, IdTable ids) {
    String named = confidenceColumn;
    return ConfidenceReader.read(
        spark, table, named == null ? "confidence" : named, named != null, ids);
  }

  private void refuseUnassigned(IdTable ids, Labeling clusters) {
    int[] labels = clusters.labels();
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] < 0) {
        throw new InputException(
            ("--assignment (%s): the point %s has no cluster; every point needs one, %s of %s have"
                    + " none")
                .formatted(
                    assignment, ids.name(i), labels.length - clusters.known(), labels.length));
      }
    }
  }
}
