package dev.concord.cli.page;

import dev.concord.capability.Capabilities;
import dev.concord.config.ConcordConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.Redaction;
import dev.concord.config.TableConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.graph.weights.Overlap;
import dev.concord.method.pipeline.NumberFigures;
import dev.concord.method.pipeline.SizeFigures;
import dev.concord.report.Figures;
import dev.concord.report.ReportModel.Fact;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.job.GraphFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of a run as facts: data, method, constraints, graph. */
public final class SettingFacts {
  /** The topic of the line that says more of the number of clusters. */
  private static final String NUMBER = "Number";

  /** The topic of the line that says which columns count. */
  private static final String COLUMNS = "Columns";

  /** Columns that the line names of those that count most, and of those that count least. */
  private static final int NAMED = 3;

  private SettingFacts() {}

  /** The facts, the data first. */
  public static List<Fact> of(ConcordConfig config, ClusterOutcome outcome) {
    List<Fact> settings = new ArrayList<>();
    data(config, outcome, settings);
    settings.add(new Fact("Method", outcome.method().name() + ": " + outcome.method().title()));
    String selection = outcome.figures().selection();
    if (selection != null) {
      settings.add(new Fact("Selected", selection));
    }
    Map<String, String> lines = lines(outcome);
    String columns = lines.get(COLUMNS);
    if (columns != null) {
      settings.add(new Fact(COLUMNS, columns));
    }
    settings.add(new Fact("Paper", outcome.method().paper()));
    settings.add(
        new Fact("Clusters", lines.getOrDefault(NUMBER, Integer.toString(outcome.sizes().length))));
    settings.add(new Fact("Constraints", constraints(config, outcome)));
    if (config.clusters().propagate()) {
      settings.add(new Fact("Propagation", "constraints are spread over the graph first"));
    }
    settings.add(new Fact("Refinement", refinement(config, outcome)));
    SizeFigures sizes = outcome.sizeFigures();
    if (sizes != null) {
      settings.add(new Fact("Sizes of clusters", sizes.text()));
    }
    labels(config.input().labels(), "Known labels", settings);
    EdgesConfig side = config.input().sideEdges();
    if (side != null) {
      settings.add(new Fact("Second graph", table(side.table())));
    }
    labels(config.input().truth(), "True labels, to evaluate only", settings);
    graph(config, outcome, settings);
    settings.add(new Fact("Seed", Long.toString(config.clusters().seed())));
    return settings;
  }

  /** What there is to say of the number of clusters, and the lines of capabilities, by topics. */
  public static Map<String, String> lines(ClusterOutcome outcome) {
    Map<String, String> lines = new LinkedHashMap<>();
    NumberFigures number = outcome.number();
    if (number != null) {
      lines.put(NUMBER, number.text());
    }
    double[] weights = outcome.figures().columnWeights();
    FeatureTable features = outcome.featureTable();
    // One column of categories has a weight for each level, and nothing to compare.
    if (weights != null && features != null && named(features) > 1) {
      lines.put(COLUMNS, columns(features, weights));
    }
    Capabilities.of(OutcomePart.class).forEach(part -> lines.putAll(part.lines(outcome)));
    return lines;
  }

  private static int named(FeatureTable features) {
    return features.numbers() + features.categories().size();
  }

  /**
   * As "by the pairs spend (4.1), age (2.0), plan (1.3) count most and visits (0.0) least"; a
   * column of categories counts as its level of most weight does.
   */
  private static String columns(FeatureTable features, double[] weights) {
    Map<String, Double> byName = new LinkedHashMap<>();
    for (int f = 0; f < features.numbers(); f++) {
      boolean named = features.columns().size() >= features.numbers();
      byName.put(named ? features.columns().get(f) : "feature " + f, weights[f]);
    }
    int next = features.numbers();
    for (CategoryColumn column : features.categories()) {
      int end = next + column.dim();
      byName.put(column.name(), Arrays.stream(weights, next, end).max().orElse(0.0));
      next = end;
    }
    List<String> told =
        byName.entrySet().stream()
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .map(one -> String.format(Locale.ROOT, "%s (%.1f)", one.getKey(), one.getValue()))
            .toList();
    int first = Math.min(NAMED, told.size() - 1);
    int last = Math.max(first, told.size() - NAMED);
    return "by the pairs %s count most and %s least"
        .formatted(
            String.join(", ", told.subList(0, first)),
            String.join(", ", told.subList(last, told.size())));
  }

  /** Configured, a refinement may still not apply: {@code ensemble} has its own. */
  private static String refinement(ConcordConfig config, ClusterOutcome outcome) {
    if (!config.clusters().refine().applies()) {
      return "none";
    }
    return outcome.refinement() == null
        ? "none after " + outcome.method().name()
        : config.clusters().refine().word() + ": all hard constraints met, then a lower cut";
  }

  private static void data(ConcordConfig config, ClusterOutcome outcome, List<Fact> settings) {
    FeaturesConfig features = config.input().features();
    EdgesConfig edges = config.input().edges();
    if (features != null) {
      settings.add(
          new Fact(
              "Data",
              Figures.count(outcome.ids().size(), "point", "points")
                  + " of "
                  + Figures.count(outcome.dim(), "feature", "features")
                  + ": "
                  + table(features.table())));
    } else if (edges != null) {
      settings.add(
          new Fact(
              "Data",
              "a graph of "
                  + Figures.count(outcome.ids().size(), "point", "points")
                  + ": "
                  + table(edges.table())
                  + (edges.nodes() == null
                      ? ""
                      : ", with the points of " + table(edges.nodes().table()))));
    }
  }

  private static String table(TableConfig table) {
    String paths = Redaction.text(String.join(", ", table.paths()));
    return table.format() + (paths.isEmpty() ? "" : " " + paths);
  }

  private static void labels(@Nullable LabelsConfig labels, String name, List<Fact> settings) {
    if (labels != null) {
      settings.add(new Fact(name, table(labels.table())));
    }
  }

  private static String constraints(ConcordConfig config, ClusterOutcome outcome) {
    PairConstraints pairs = outcome.constraints();
    if (pairs.size() == 0) {
      return "none";
    }
    return Figures.count(pairs.mustLinks(), "must-link", "must-links")
        + " and "
        + Figures.count(pairs.size() - pairs.mustLinks(), "cannot-link", "cannot-links")
        + (config.clusters().hardConstraints()
            ? "; hard: those of weight 1 must all hold"
            : "; soft: each may be violated at a penalty");
  }

  private static void graph(ConcordConfig config, ClusterOutcome outcome, List<Fact> settings) {
    if (config.input().features() == null) {
      settings.add(new Fact("Graph", "given as edges, their weights used as they are"));
      return;
    }
    settings.add(
        new Fact(
            "Graph",
            outcome.graphConfig().neighbors()
                + " neighbours, "
                + word(outcome.graphConfig().kernel())
                + " kernel, "
                + word(outcome.graphConfig().symmetrize())
                + (outcome.graphConfig().overlap() == Overlap.NONE
                    ? ""
                    : ", weights by shared neighbours")));
    settings.add(new Fact("Neighbour search", search(outcome.recall())));
    GraphFigures.Scaling scaling = outcome.scaling();
    settings.add(
        new Fact(
            "Feature scaling",
            word(outcome.graphConfig().scaleFeatures())
                + (scaling == null ? "" : ": " + scaling.text())));
    GraphFigures.Reduced reduced = outcome.reduction();
    if (reduced != null) {
      settings.add(new Fact("Feature reduction", reduced.text()));
    }
  }

  private static String search(@Nullable RecallEstimate recall) {
    return recall == null
        ? "exact"
        : String.format(
            Locale.ROOT,
            "approximate, recall %.4f (95 %% interval %.4f to %.4f, from %d rows)",
            recall.recall(),
            recall.low(),
            recall.high(),
            recall.rows());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
