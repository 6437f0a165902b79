package dev.concord.spark.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.figure.FigureJson;
import dev.concord.graph.Components;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightFigures;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodResult;
import dev.concord.method.ResultStore;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.cosc.RefinementFigures;
import dev.concord.method.pipeline.NumberFigures;
import dev.concord.spark.base.ListStage;
import dev.concord.spark.base.ListedContents;
import dev.concord.spark.coarse.CoarseFigures;
import dev.concord.spark.coarse.LevelRunner;
import dev.concord.spark.files.ContentHash;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.StageRecord;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.store.SavedStage;
import dev.concord.spark.store.StageTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** Results of stages as tables and figures, and back again to the last bit. */
final class StageCodec {
  private static final String DROPPED = "dropped";
  private static final String LABELS = "labels";
  private static final String VECTORS = "vectors";
  private static final String EMBEDDING = "embedding";
  private static final String PARTITIONS = "partitions";

  private StageCodec() {}

  /** The ids and the shape of the features. */
  record FeatureFacts(
      int points,
      boolean rowNumbers,
      int dim,
      long bytes,
      List<String> columns,
      List<CategoryColumn> categories) {}

  /** A graph beside its edges. */
  private record GraphFacts(
      int points, WeightFigures weights, GraphFigures figures, @Nullable RecallEstimate recall) {}

  /** Eigenpairs beside their vectors. */
  private record PairFacts(
      double[] values,
      double[] residuals,
      double orthogonality,
      int iterations,
      long products,
      String solver) {
    static PairFacts of(Eigenpairs pairs) {
      return new PairFacts(
          pairs.values(),
          pairs.residuals(),
          pairs.orthogonality(),
          pairs.iterations(),
          pairs.products(),
          pairs.solver());
    }

    Eigenpairs with(StageTable vectors) {
      return new Eigenpairs(
          vectors.rows(),
          values,
          vectors.doubles(),
          residuals,
          orthogonality,
          iterations,
          products,
          solver);
    }
  }

  /** Figures that may be one of several records, with the name of theirs. */
  private record NamedFigures(String record, ObjectNode figures) {
    static NamedFigures of(Object figures) {
      return new NamedFigures(figures.getClass().getSimpleName(), FigureJson.tree(figures));
    }

    <T> T as(List<Class<? extends T>> types) {
      for (Class<? extends T> type : types) {
        if (type.getSimpleName().equals(record)) {
          return FigureJson.read(figures, type);
        }
      }
      throw new IllegalArgumentException("no figures " + record);
    }
  }

  /** A method's result beside its tables; run and weight of each of its partitions. */
  private record MethodFacts(
      @Nullable PairFacts pairs,
      boolean embeddingIsVectors,
      NamedFigures figures,
      List<Integer> runs,
      List<Double> weights) {}

  /** A refinement beside its labels. */
  private record RefinedFacts(NamedFigures figures) {}

  static StageRecord record(String stage, boolean resumed, boolean kept, SavedStage saved) {
    return new StageRecord(stage, resumed, kept, saved.rows(), saved.contentHash());
  }

  // Ids and the shape of the features.

  static SavedStage of(FeatureTable features) {
    IdTable ids = features.ids();
    FeatureFacts facts =
        new FeatureFacts(
            ids.size(),
            ids.isRowNumbers(),
            features.dim(),
            features.bytes(),
            features.columns(),
            features.categories());
    Map<String, StageTable> tables = new LinkedHashMap<>();
    tables.put("ids", ids.isRowNumbers() ? idTable(IdTable.none()) : idTable(ids));
    if (features.dropsMissing()) {
      tables.put(DROPPED, idTable(features.dropped()));
    }
    return SavedStage.of(tables, facts);
  }

  private static StageTable idTable(IdTable ids) {
    StageTable table = StageTable.of(ids.size());
    if (ids.type().equals(DataTypes.StringType)) {
      String[] texts = new String[ids.size()];
      java.util.Arrays.setAll(texts, i -> (String) ids.id(i));
      return table.with("id", texts);
    }
    long[] longs = new long[table.rows()];
    java.util.Arrays.setAll(longs, i -> (Long) ids.id(i));
    return table.with("id", longs);
  }

  static IdTable ids(SavedStage saved) {
    FeatureFacts facts = saved.facts(FeatureFacts.class);
    if (facts.rowNumbers()) {
      IdTable found = dropped(saved);
      IdTable dropped = found == null ? IdTable.none() : found;
      return IdTable.rowNumbers(facts.points() + dropped.size()).without(dropped);
    }
    return idTable(saved.table("ids"));
  }

  /** The ids of rows left out; null where a missing feature is no reason to leave a row out. */
  static @Nullable IdTable dropped(SavedStage saved) {
    return saved.tables().containsKey(DROPPED) ? idTable(saved.table(DROPPED)) : null;
  }

  private static IdTable idTable(StageTable table) {
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
    GraphFacts facts =
        new GraphFacts(weights.rows(), graph.figures(), built.figures(), built.recall());
    Map<String, StageTable> tables = new LinkedHashMap<>();
    tables.put("edges", table);
    double[] scales = built.graph().scales();
    int[] distinct = built.graph().distinctOf();
    if (distinct.length > 0) {
      tables.put("copies", StageTable.of(distinct.length).with("distinct", distinct));
    }
    if (scales.length > 0) {
      tables.put("scales", StageTable.of(scales.length).with(List.of("scale"), scales));
    }
    tables.putAll(ListStage.tables(built.kept()));
    return SavedStage.of(tables, facts);
  }

  static GraphFigures figures(SavedStage saved) {
    return saved.facts(GraphFacts.class).figures();
  }

  static BuiltGraph built(SavedStage saved) {
    StageTable edges = saved.table("edges");
    GraphFacts facts = saved.facts(GraphFacts.class);
    int n = facts.points();
    CsrMatrix weights =
        SimilarityGraph.fromEdges(n, edges.ints("source"), edges.ints("target"), edges.doubles())
            .weights();
    SimilarityGraph graph = SimilarityGraph.of(weights, facts.weights());
    if (saved.tables().containsKey("copies")) {
      graph = graph.withCopies(saved.table("copies").ints("distinct"));
    }
    if (saved.tables().containsKey("scales")) {
      graph = graph.withScales(saved.table("scales").doubles());
    }
    ListedContents kept = ListStage.read(saved, facts.recall() == null);
    return new BuiltGraph(graph, Components.of(weights), facts.figures(), facts.recall(), kept);
  }

  // Eigenpairs.

  static SavedStage of(Eigenpairs pairs) {
    return SavedStage.of(
        Map.of(VECTORS, StageTable.matrix(pairs.n(), pairs.count(), pairs.vectors())),
        PairFacts.of(pairs));
  }

  static Eigenpairs eigenpairs(SavedStage saved) {
    return saved.facts(PairFacts.class).with(saved.table(VECTORS));
  }

  // A method's result.

  static SavedStage of(MethodResult result) {
    Map<String, StageTable> tables = new LinkedHashMap<>();
    tables.put(LABELS, labels(result.labels()));
    Eigenpairs pairs = result.spectrum();
    if (pairs != null) {
      tables.put(VECTORS, StageTable.matrix(pairs.n(), pairs.count(), pairs.vectors()));
    }
    Embedding embedding = result.embedding();
    // Often the embedding is the eigenvectors; they are not stored twice.
    boolean shared = embedding != null && pairs != null && embedding.values() == pairs.vectors();
    if (embedding != null && !shared) {
      tables.put(
          EMBEDDING, StageTable.matrix(embedding.rows(), embedding.columns(), embedding.values()));
    }
    StageTable partitions = StageTable.of(result.labels().length);
    for (int p = 0; p < result.partitions().size(); p++) {
      partitions = partitions.with("p" + p, result.partitions().get(p).labels());
    }
    if (!result.partitions().isEmpty()) {
      tables.put(PARTITIONS, partitions);
    }
    PairFacts ends = pairs == null ? null : PairFacts.of(pairs);
    List<Integer> runs = result.partitions().stream().map(MethodResult.Partition::run).toList();
    List<Double> weights =
        result.partitions().stream().map(MethodResult.Partition::weight).toList();
    return SavedStage.of(
        tables, new MethodFacts(ends, shared, NamedFigures.of(result.figures()), runs, weights));
  }

  /**
   * A method's result.
   *
   * @param types the records that the figures may be
   */
  static MethodResult methodResult(SavedStage saved, List<Class<? extends MethodFigures>> types) {
    MethodFacts facts = saved.facts(MethodFacts.class);
    Eigenpairs pairs = facts.pairs() == null ? null : facts.pairs().with(saved.table(VECTORS));
    Embedding embedding = null;
    if (saved.tables().containsKey(EMBEDDING)) {
      StageTable table = saved.table(EMBEDDING);
      embedding = new Embedding(table.rows(), table.doubleColumns(), table.doubles());
    } else if (pairs != null && facts.embeddingIsVectors()) {
      embedding = new Embedding(pairs.n(), pairs.count(), pairs.vectors());
    }
    List<MethodResult.Partition> partitions = new ArrayList<>();
    for (int p = 0; p < facts.runs().size(); p++) {
      int[] labels = saved.table(PARTITIONS).ints("p" + p);
      partitions.add(
          new MethodResult.Partition(facts.runs().get(p), facts.weights().get(p), labels));
    }
    return new MethodResult(labels(saved), embedding, pairs, facts.figures().as(types), partitions);
  }

  // A number of clusters.

  static SavedStage of(NumberFigures number) {
    return SavedStage.of(Map.of(), number);
  }

  static NumberFigures number(SavedStage saved) {
    return saved.facts(NumberFigures.class);
  }

  // A refinement.

  static SavedStage of(Refinement.Refined refined) {
    return SavedStage.of(
        Map.of(LABELS, labels(refined.labels())),
        new RefinedFacts(NamedFigures.of(refined.figures())));
  }

  static Refinement.Refined refined(SavedStage saved) {
    return new Refinement.Refined(
        labels(saved), saved.facts(RefinedFacts.class).figures().as(RefinementFigures.TYPES));
  }

  // A level of a coarsened graph.

  static SavedStage of(LevelRunner.Moved moved) {
    return SavedStage.of(Map.of(LABELS, labels(moved.labels())), moved.level());
  }

  static LevelRunner.Moved moved(SavedStage saved) {
    return new LevelRunner.Moved(labels(saved), saved.facts(CoarseFigures.Level.class));
  }

  // A partition found without pairs.

  /** A partition beside its labels. */
  private record FoundFacts(@Nullable Double objective) {}

  static SavedStage of(ResultStore.Found found) {
    Double objective = Double.isNaN(found.objective()) ? null : found.objective();
    return SavedStage.of(Map.of(LABELS, labels(found.labels())), new FoundFacts(objective));
  }

  static ResultStore.Found found(SavedStage saved) {
    Double objective = saved.facts(FoundFacts.class).objective();
    return new ResultStore.Found(labels(saved), objective == null ? Double.NaN : objective);
  }

  private static StageTable labels(int[] labels) {
    return StageTable.of(labels.length).with("cluster", labels);
  }

  private static int[] labels(SavedStage saved) {
    return saved.table(LABELS).ints("cluster");
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
        .add(pairs.sources() == null ? 0 : 1)
        .add(pairs.sources() == null ? new int[0] : pairs.sources())
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
}
