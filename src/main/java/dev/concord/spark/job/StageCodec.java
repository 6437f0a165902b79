package dev.concord.spark.job;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.neighbors.RecallEstimate;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.KernelType;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.eigen.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodResult;
import dev.concord.method.auto.Selection;
import dev.concord.method.auto.Setting;
import dev.concord.spark.files.ContentHash;
import dev.concord.spark.ids.IdTable;
import dev.concord.spark.input.panels.FeatureTable;
import dev.concord.spark.progress.StageRecord;
import dev.concord.spark.stages.SavedStage;
import dev.concord.spark.stages.StageTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** Results of stages as tables and figures, and back again to the last bit. */
final class StageCodec {
  private static final String FIGURES = "figures";
  private static final String LABELS = "labels";
  private static final String VECTORS = "vectors";
  private static final String EMBEDDING = "embedding";

  private StageCodec() {}

  static StageRecord record(String stage, boolean resumed, boolean kept, SavedStage saved) {
    return new StageRecord(stage, resumed, kept, saved.rows(), saved.contentHash());
  }

  // Ids and the shape of the features.

  static SavedStage of(FeatureTable features) {
    IdTable ids = features.ids();
    StageTable table = StageTable.of(ids.isRowNumbers() ? 0 : ids.size());
    if (ids.type().equals(DataTypes.StringType)) {
      String[] texts = new String[ids.size()];
      java.util.Arrays.setAll(texts, i -> (String) ids.id(i));
      table = table.with("id", texts);
    } else {
      long[] longs = new long[table.rows()];
      java.util.Arrays.setAll(longs, i -> (Long) ids.id(i));
      table = table.with("id", longs);
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("points", ids.size());
    facts.put("rowNumbers", ids.isRowNumbers());
    facts.put("dim", features.dim());
    facts.put("bytes", features.bytes());
    facts.put("columns", features.columns());
    return new SavedStage(Map.of("ids", table), facts);
  }

  static IdTable ids(SavedStage saved) {
    if (Boolean.TRUE.equals(saved.facts().get("rowNumbers"))) {
      return IdTable.rowNumbers(saved.number("points"));
    }
    StageTable table = saved.table("ids");
    return table.holdsTexts("id")
        ? IdTable.ofStrings(table.texts("id"))
        : IdTable.ofLongs(table.longs("id"));
  }

  // The graph: every edge once, source before target, in order.

  static SavedStage of(BuiltGraph built, SimilarityGraph graph) {
    CsrMatrix weights = graph.weights();
    int edges = Math.toIntExact(built.graph().edges());
    int[] source = new int[edges];
    int[] target = new int[edges];
    double[] weight = new double[edges];
    int at = 0;
    for (int i = 0; i < weights.rows(); i++) {
      for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
        if (weights.col()[p] > i) {
          source[at] = i;
          target[at] = weights.col()[p];
          weight[at++] = weights.val()[p];
        }
      }
    }
    StageTable table =
        StageTable.of(edges)
            .with("source", source)
            .with("target", target)
            .with(List.of("weight"), weight);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("points", weights.rows());
    facts.put("weights", built.graph().facts());
    facts.put(FIGURES, built.facts());
    RecallEstimate recall = built.recall();
    if (recall != null) {
      facts.put("recall", List.of(recall.recall(), recall.low(), recall.high(), recall.rows()));
    }
    Map<String, StageTable> tables = new LinkedHashMap<>();
    tables.put("edges", table);
    double[] scales = built.graph().scales();
    if (scales.length > 0) {
      tables.put("scales", StageTable.of(scales.length).with(List.of("scale"), scales));
    }
    return new SavedStage(tables, facts);
  }

  static BuiltGraph built(SavedStage saved) {
    StageTable edges = saved.table("edges");
    int n = saved.number("points");
    CsrMatrix weights =
        SimilarityGraph.fromEdges(n, edges.ints("source"), edges.ints("target"), edges.doubles())
            .weights();
    SimilarityGraph graph = SimilarityGraph.of(weights, map(saved.facts().get("weights")));
    if (saved.tables().containsKey("scales")) {
      graph = graph.withScales(saved.table("scales").doubles());
    }
    return new BuiltGraph(graph, Components.of(weights), figures(saved), recall(saved));
  }

  private static @Nullable RecallEstimate recall(SavedStage saved) {
    if (!saved.facts().containsKey("recall")) {
      return null;
    }
    List<String> parts = saved.texts("recall");
    return new RecallEstimate(
        Double.parseDouble(parts.get(0)),
        Double.parseDouble(parts.get(1)),
        Double.parseDouble(parts.get(2)),
        Integer.parseInt(parts.get(3)));
  }

  // Eigenpairs.

  static SavedStage of(Eigenpairs pairs) {
    return new SavedStage(
        Map.of(VECTORS, StageTable.matrix(pairs.n(), pairs.count(), pairs.vectors())),
        Map.of("pairs", facts(pairs)));
  }

  private static Map<String, Object> facts(Eigenpairs pairs) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("values", pairs.values());
    facts.put("residuals", pairs.residuals());
    facts.put("orthogonality", pairs.orthogonality());
    facts.put("iterations", pairs.iterations());
    facts.put("products", pairs.products());
    facts.put("solver", pairs.solver());
    return facts;
  }

  static Eigenpairs eigenpairs(SavedStage saved) {
    StageTable vectors = saved.table(VECTORS);
    Map<String, Object> facts = map(saved.facts().get("pairs"));
    return new Eigenpairs(
        vectors.rows(),
        reals(facts.get("values")),
        vectors.doubles(),
        reals(facts.get("residuals")),
        ((Number) number(facts, "orthogonality")).doubleValue(),
        ((Number) number(facts, "iterations")).intValue(),
        ((Number) number(facts, "products")).longValue(),
        String.valueOf(facts.get("solver")));
  }

  private static Object number(Map<String, Object> facts, String name) {
    return java.util.Objects.requireNonNull(facts.get(name));
  }

  // A method's result.

  static SavedStage of(MethodResult result) {
    Map<String, StageTable> tables = new LinkedHashMap<>();
    tables.put(LABELS, labels(result.labels()));
    Map<String, Object> facts = new LinkedHashMap<>();
    Eigenpairs pairs = result.spectrum();
    if (pairs != null) {
      tables.put(VECTORS, StageTable.matrix(pairs.n(), pairs.count(), pairs.vectors()));
      facts.put("pairs", facts(pairs));
    }
    Embedding embedding = result.embedding();
    // Often the embedding is the eigenvectors; they are not stored twice.
    boolean shared = embedding != null && pairs != null && embedding.values() == pairs.vectors();
    if (embedding != null && !shared) {
      tables.put(
          EMBEDDING, StageTable.matrix(embedding.rows(), embedding.columns(), embedding.values()));
    }
    facts.put("embeddingIsVectors", shared);
    facts.put(FIGURES, result.figures());
    return new SavedStage(tables, facts);
  }

  static MethodResult methodResult(SavedStage saved) {
    Eigenpairs pairs = saved.tables().containsKey(VECTORS) ? eigenpairs(saved) : null;
    Embedding embedding = null;
    if (saved.tables().containsKey(EMBEDDING)) {
      StageTable table = saved.table(EMBEDDING);
      embedding = new Embedding(table.rows(), table.doubleColumns(), table.doubles());
    } else if (pairs != null && Boolean.TRUE.equals(saved.facts().get("embeddingIsVectors"))) {
      embedding = new Embedding(pairs.n(), pairs.count(), pairs.vectors());
    }
    return new MethodResult(labels(saved), embedding, pairs, figures(saved));
  }

  // A choice of a method.

  static SavedStage of(Selection.Choice choice) {
    Setting setting = choice.setting();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("method", setting.method());
    facts.put("eigenvectors", setting.eigenvectors());
    facts.put("neighbors", setting.graph().neighbors());
    facts.put("kernel", setting.graph().kernel().name());
    facts.put("rule", setting.graph().bandwidth().rule().name());
    // As text: NaN is no JSON number.
    facts.put("bandwidth", Double.toString(setting.graph().bandwidth().value()));
    facts.put(FIGURES, choice.figures());
    return new SavedStage(Map.of(), facts);
  }

  static Selection.Choice choice(SavedStage saved) {
    Map<String, Object> facts = saved.facts();
    Bandwidth bandwidth =
        new Bandwidth(
            Bandwidth.Rule.valueOf(String.valueOf(facts.get("rule"))),
            Double.parseDouble(String.valueOf(facts.get("bandwidth"))));
    Setting setting =
        new Setting(
            String.valueOf(facts.get("method")),
            saved.number("eigenvectors"),
            new Setting.GraphSetting(
                saved.number("neighbors"),
                KernelType.valueOf(String.valueOf(facts.get("kernel"))),
                bandwidth));
    Map<String, Object> figures = figures(saved);
    return new Selection.Choice(
        setting,
        real(figures, "heldOutMet"),
        real(figures, "heldOutScore"),
        real(figures, "bestScore"),
        figures);
  }

  private static double real(Map<String, Object> figures, String name) {
    return figures.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  // Labels and figures.

  static SavedStage of(int[] labels, Map<String, Object> figures) {
    return new SavedStage(Map.of(LABELS, labels(labels)), Map.of(FIGURES, figures));
  }

  private static StageTable labels(int[] labels) {
    return StageTable.of(labels.length).with("cluster", labels);
  }

  static int[] labels(SavedStage saved) {
    return saved.table(LABELS).ints("cluster");
  }

  static Map<String, Object> figures(SavedStage saved) {
    return map(saved.facts().get(FIGURES));
  }

  // Hashes of what a stage depends on.

  static String hash(int[] labels) {
    return new ContentHash().add(labels).hex();
  }

  static String hash(CsrMatrix matrix) {
    return new ContentHash().add(matrix.rowPtr()).add(matrix.col()).add(matrix.val()).hex();
  }

  static String hash(PairConstraints pairs) {
    return new ContentHash()
        .add(pairs.points())
        .add(pairs.first())
        .add(pairs.second())
        .add(pairs.mustLink())
        .add(pairs.weight())
        .add(pairs.realValued() ? 1 : 0)
        .hex();
  }

  static String hash(@Nullable KnownLabels labels) {
    return labels == null
        ? "none"
        : new ContentHash().add(labels.labels()).add(labels.names()).hex();
  }

  static String hash(@Nullable SignedGraph side) {
    return side == null ? "none" : hash(side.weights());
  }

  @SuppressWarnings("unchecked") // JSON objects have texts for keys
  private static Map<String, Object> map(@Nullable Object json) {
    return json == null ? Map.of() : (Map<String, Object>) json;
  }

  private static double[] reals(@Nullable Object json) {
    return json == null
        ? new double[0]
        : ((List<?>) json).stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray();
  }
}
