package dev.concord.config.read;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import dev.concord.config.ClustersConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.GraphConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.OutputConfig;
import dev.concord.config.PlanConfig;
import dev.concord.config.Redaction;
import dev.concord.config.ShapeConfig;
import dev.concord.config.StudyData;
import dev.concord.config.StudyMethod;
import dev.concord.config.TableConfig;
import dev.concord.graph.features.ReductionRule;
import dev.concord.graph.weights.Bandwidth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The configuration in force as JSON, keys as in the configuration, sorted, secrets redacted. */
final class EffectiveText {
  private EffectiveText() {}

  static String of(
      InputConfig input,
      GraphConfig graph,
      ClustersConfig clusters,
      Map<String, Map<String, Object>> method,
      OutputConfig output,
      PlanConfig plan) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("input", input(input));
    all.put("graph", graph(graph));
    all.put("clusters", clusters(clusters));
    all.put("method", method);
    all.put("output", output(output));
    all.put(
        "plan",
        Map.of(
            "operator", plan.operator().word(),
            "panel-rows", plan.panelRows(),
            "block-rows", plan.blockRows(),
            "keep-after", plan.keepAfter(),
            "executors", plan.executors(),
            "executor-cores", plan.executorCores(),
            "executor-gigabytes", plan.executorGigabytes()));
    return ConfigValueFactory.fromMap(Redaction.tree(all))
        .render(ConfigRenderOptions.concise().setFormatted(true).setJson(true));
  }

  static String ofAssign(InputConfig input, String model, String rule, OutputConfig output) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("input", input(input));
    all.put("model", Map.of("path", model));
    all.put("assign", Map.of("rule", rule));
    all.put("output", output(output));
    return ConfigValueFactory.fromMap(Redaction.tree(all))
        .render(ConfigRenderOptions.concise().setFormatted(true).setJson(true));
  }

  /** The effective configuration of the job, and the block suggest. */
  static String ofSuggest(String job, int pairs, int exemplars, boolean keep) {
    return ConfigFactory.parseString(job)
        .withValue(
            "suggest",
            ConfigValueFactory.fromMap(
                Map.of("pairs", pairs, "exemplars", exemplars, "keep", keep)))
        .root()
        .render(ConfigRenderOptions.concise().setFormatted(true).setJson(true));
  }

  /** Keys and values as they are, in the order of a map. */
  static String ofTree(Map<String, @Nullable Object> tree) {
    return ConfigValueFactory.fromMap(Redaction.tree(tree))
        .render(ConfigRenderOptions.concise().setFormatted(true).setJson(true));
  }

  /** A data set of an experiment. */
  static Map<String, @Nullable Object> study(StudyData set) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    out.put("title", set.title());
    if (set.input() != null) {
      out.put("input", input(set.input()));
    }
    if (set.shape() != null) {
      ShapeConfig shape = set.shape();
      out.put(
          "generate",
          Map.of(
              "shape", shape.shape(),
              "points", shape.points(),
              "background", shape.background(),
              "spread", shape.spread()));
    }
    out.put("label", set.label());
    out.put("classes", set.classes().isEmpty() ? null : set.classes());
    out.put("graph", graph(set.graph()));
    out.put("count", set.number().plain());
    out.put("weight", set.weight());
    out.put("sample", set.sample());
    out.put("instances", set.instances());
    out.put("side", set.side());
    out.put("amounts", set.amounts());
    out.put("methods", set.methods());
    out.values().removeIf(java.util.Objects::isNull);
    return out;
  }

  /** A method of an experiment. */
  static Map<String, @Nullable Object> study(StudyMethod arm) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    out.put("method", arm.clusters().method());
    out.put("refine", arm.clusters().refine().word());
    out.put("constraints", arm.clusters().hardConstraints() ? "hard" : "soft");
    out.put("propagate", arm.clusters().propagate());
    out.put("eigenvectors", arm.clusters().eigenvectors());
    out.put("restarts", arm.clusters().restarts());
    putSizes(out, arm.clusters());
    PartsSection.put(out, arm.clusters());
    if (arm.membership()) {
      out.put("membership", true);
    }
    out.put("options", arm.method().getOrDefault(arm.clusters().method(), Map.of()));
    return out;
  }

  static Map<String, Object> input(InputConfig input) {
    Map<String, Object> out = new LinkedHashMap<>();
    FeaturesConfig features = input.features();
    if (features != null) {
      Map<String, Object> block = table(features.table());
      putIfPresent(block, "id", features.id());
      putIfPresent(block, "columns", features.columns().isEmpty() ? null : features.columns());
      putIfPresent(block, "vector", features.vector());
      putIfPresent(
          block, "categories", features.categories().isEmpty() ? null : features.categories());
      block.put("missing", Section.word(features.missing()));
      out.put("features", block);
    }
    putIfPresent(out, "edges", edges(input.edges()));
    ConstraintsConfig constraints = input.constraints();
    if (constraints != null) {
      Map<String, Object> block = table(constraints.table());
      block.put("first", constraints.first());
      block.put("second", constraints.second());
      block.put("kind", constraints.kind());
      block.put("weight", constraints.weight());
      out.put("constraints", block);
    }
    putIfPresent(out, "labels", labels(input.labels()));
    putIfPresent(out, "side-edges", edges(input.sideEdges()));
    putIfPresent(out, "truth", labels(input.truth()));
    LabelsConfig exclusive = input.exclusive();
    if (features != null && features.source() != null) {
      out.put(ExclusiveSection.KEY, features.source());
    } else if (exclusive != null) {
      Map<String, Object> block = table(exclusive.table());
      block.put("id", exclusive.id());
      block.put("source", exclusive.label());
      out.put(ExclusiveSection.KEY, block);
    }
    putIfPresent(out, "approved", assignment(input.approved()));
    putIfPresent(out, "quarantine", input.quarantine());
    return out;
  }

  private static Map<String, Object> table(TableConfig table) {
    Map<String, Object> block = new LinkedHashMap<>();
    block.put("format", table.format());
    List<String> paths = table.paths();
    putIfPresent(block, "path", paths.isEmpty() ? null : paths.size() == 1 ? paths.get(0) : paths);
    block.put("options", Redaction.options(table.options()));
    return block;
  }

  private static @Nullable Map<String, Object> edges(@Nullable EdgesConfig edges) {
    if (edges == null) {
      return null;
    }
    Map<String, Object> block = table(edges.table());
    block.put("source", edges.source());
    block.put("target", edges.target());
    block.put("weight", edges.weight());
    return block;
  }

  private static @Nullable Map<String, Object> labels(@Nullable LabelsConfig labels) {
    if (labels == null) {
      return null;
    }
    Map<String, Object> block = table(labels.table());
    if (!InputSection.BY_ROW_NUMBER.contains(labels.table().format())) {
      block.put("id", labels.id());
      block.put("label", labels.label());
    }
    return block;
  }

  static Map<String, Object> graph(GraphConfig graph) {
    Map<String, Object> block = new LinkedHashMap<>();
    block.put("neighbors", graph.neighbors());
    block.put("search", graph.search().word());
    block.put("recall", graph.recall());
    block.put("kernel", Section.word(graph.kernel()));
    Bandwidth bandwidth = graph.bandwidth();
    block.put(
        "bandwidth",
        bandwidth.rule() == Bandwidth.Rule.FIXED
            ? (Object) bandwidth.value()
            : Section.word(bandwidth.rule()));
    block.put("symmetrize", Section.word(graph.symmetrize()));
    block.put("overlap", Section.word(graph.overlap()));
    block.put("connect", Section.word(graph.connect()));
    block.put("scale-features", Section.word(graph.scaleFeatures()));
    ReductionRule reduce = graph.reduce();
    block.put(
        "reduce",
        reduce.kind() == ReductionRule.Kind.FIXED
            ? (Object) reduce.components()
            : Section.word(reduce.kind()));
    return block;
  }

  private static Map<String, Object> clusters(ClustersConfig clusters) {
    Map<String, Object> block = new LinkedHashMap<>();
    block.put("count", clusters.number().plain());
    block.put("method", clusters.method());
    block.put("refine", clusters.refine().word());
    block.put("constraints", clusters.hardConstraints() ? "hard" : "soft");
    block.put("propagate", clusters.propagate());
    block.put("eigenvectors", clusters.eigenvectors());
    block.put("restarts", clusters.restarts());
    block.put("seed", clusters.seed());
    putSizes(block, clusters);
    PartsSection.put(block, clusters);
    putIfPresent(block, "base", clusters.base());
    if (clusters.base() == null) {
      putIfPresent(block, "previous", assignment(clusters.previous()));
    }
    return block;
  }

  private static @Nullable Map<String, Object> assignment(@Nullable LabelsConfig given) {
    if (given == null) {
      return null;
    }
    Map<String, Object> table = table(given.table());
    table.put("id", given.id());
    table.put("cluster", given.label());
    return table;
  }

  /** The bounds of sizes as they are written in a configuration, if there are any. */
  static void putSizes(Map<String, ? super Object> block, ClustersConfig clusters) {
    ClustersConfig.Sizes sizes = clusters.sizes();
    if (sizes != null) {
      Map<String, Object> bounds = new LinkedHashMap<>();
      bounds.put("min", sizes(sizes.min(), sizes.perCluster()));
      bounds.put("max", sizes(sizes.max(), sizes.perCluster()));
      block.put("sizes", bounds);
    }
    if (clusters.weight() != null) {
      block.put("weight", clusters.weight());
    }
  }

  private static Object sizes(List<Double> values, boolean list) {
    List<Object> written = new ArrayList<>();
    for (double value : values) {
      boolean bound = value > 0.0 && value < Double.POSITIVE_INFINITY;
      written.add(
          !bound
              ? "none"
              : value == StrictMath.rint(value) ? (Object) (long) value : (Object) value);
    }
    return list ? written : written.get(0);
  }

  static Map<String, Object> output(OutputConfig output) {
    Map<String, Object> block = new LinkedHashMap<>();
    block.put("path", output.path());
    block.put("format", output.format());
    block.put("overwrite", output.overwrite());
    block.put("membership", output.membership());
    block.put("embedding", output.embedding());
    block.put("graph", output.graph());
    block.put("model", output.model());
    block.put("base", output.base());
    block.put("resume", output.resume());
    return block;
  }

  private static void putIfPresent(Map<String, Object> block, String key, @Nullable Object value) {
    if (value != null) {
      block.put(key, value);
    }
  }
}
