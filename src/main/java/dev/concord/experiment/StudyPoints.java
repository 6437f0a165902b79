package dev.concord.experiment;

import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.GraphConfig;
import dev.concord.config.InputConfig;
import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.ConstraintDiagnosis;
import dev.concord.constraint.ImpliedPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import dev.concord.constraint.SourceRule;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.Seeds;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.PanelLayout;
import dev.concord.spark.input.features.WeightReader;
import dev.concord.spark.input.pairs.DeclinedPairs;
import dev.concord.spark.input.pairs.EdgeInput;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.job.BuiltGraph;
import dev.concord.spark.job.GraphBuilder;
import dev.concord.spark.plan.InputReading;
import dev.concord.spark.plan.JobInputs;
import dev.concord.spark.plan.JobPurpose;
import dev.concord.spark.plan.PlanMaker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/**
 * The points of an experiment with their classes: read from tables, generated, or some of others.
 * Gives their similarity graph, built by the ordinary job.
 *
 * @param truth the class of each point, -1 where it has none; not a copy
 * @param classes the labels of the classes; not a copy
 * @param known what else the tables tell of the points
 */
public record StudyPoints(
    JavaSparkContext context,
    IdTable ids,
    @Nullable FeatureTable features,
    @Nullable EdgeInput edges,
    int[] truth,
    String[] classes,
    StudyKnowledge known,
    boolean owner)
    implements AutoCloseable {
  /** A graph and its components. */
  public record Graph(SimilarityGraph graph, Components components) {}

  /**
   * Reads points, classes and, when there are any, pairs.
   *
   * @param configs one a method that is going to run; the tables are those of the first
   * @param label the column of the features that holds the classes, or null: the table truth
   * @throws InputException when a table is at fault
   * @throws dev.concord.error.MemoryException when one of the methods does not fit
   */
  public static StudyPoints read(
      SparkSession spark, List<ConcordConfig> configs, @Nullable String label) {
    ConcordConfig config = withoutLabel(spark, configs.get(0), label);
    InputReading reading = InputReading.of(spark, config, JobListener.NONE);
    InputReading.Points points =
        reading.points((n, dim) -> configs.forEach(one -> plan(spark, one, n, dim)));
    try {
      Labeling truth;
      if (label == null) {
        truth = java.util.Objects.requireNonNull(reading.truth(points.pointIds()));
      } else {
        FeaturesConfig features = java.util.Objects.requireNonNull(config.input().features());
        truth = ClassColumn.read(spark, features, label, points.pointIds());
      }
      PointIds named = points.pointIds();
      PairConstraints all = reading.exclusive(reading.constraints(named), named).pairs();
      PairConstraints given = all.sources() == null ? all : first(all, all.size());
      return new StudyPoints(
          JavaSparkContext.fromSparkContext(spark.sparkContext()),
          points.ids(),
          points.features(),
          points.edges(),
          truth.labels(),
          truth.names(),
          new StudyKnowledge(given, all.sources(), weights(spark, configs, named)),
          true);
    } catch (RuntimeException e) {
      points.release();
      throw e;
    }
  }

  /** What bounds of sizes count, where a method has such bounds and a column is named. */
  private static double @Nullable [] weights(
      SparkSession spark, List<ConcordConfig> configs, PointIds ids) {
    FeaturesConfig features = configs.get(0).input().features();
    boolean sized = configs.stream().anyMatch(one -> one.clusters().sizes() != null);
    return features == null || features.weight() == null || !sized
        ? null
        : new WeightReader(spark, features, false).read(ids);
  }

  /** The first pairs, without a rule of sources. */
  static PairConstraints first(PairConstraints pairs, int count) {
    return PairList.of(pairs, p -> p < count, end -> end).on(pairs.points(), pairs.names());
  }

  private static void plan(SparkSession spark, ConcordConfig config, int n, int dim) {
    String method = config.clusters().method();
    MethodOptions options = MethodOptions.of(method, config.method());
    Method planned = Catalogue.named(method);
    new PlanMaker(spark, config, planned, options, JobPurpose.CLUSTERS).forFeatures(n, dim).check();
  }

  private static ConcordConfig withoutLabel(
      SparkSession spark, ConcordConfig c, @Nullable String label) {
    FeaturesConfig features = c.input().features();
    if (label == null || features == null) {
      return c;
    }
    InputConfig in = c.input();
    InputConfig input =
        new InputConfig(
            ClassColumn.leftOut(spark, features, label),
            null,
            in.constraints(),
            null,
            null,
            null,
            in.exclusive(),
            Map.of(),
            null);
    return new ConcordConfig(
        input,
        c.graph(),
        c.clusters(),
        c.method(),
        c.output(),
        c.plan(),
        c.report(),
        c.effective());
  }

  /**
   * Points that were generated, their ids being row numbers.
   *
   * @param values n·dim values, row by row
   * @param truth length n: 0..classes-1, or -1
   */
  public static StudyPoints generated(
      SparkSession spark, double[] values, int dim, int[] truth, int classes, int[][] mustLinks) {
    int n = truth.length;
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    IdTable ids = IdTable.rowNumbers(n);
    FeaturePanel panel = FeaturePanel.of(0, 0, n, dim, values);
    String[] names = new String[classes];
    Arrays.setAll(names, Integer::toString);
    PairList pairs = new PairList();
    for (int[] pair : mustLinks) {
      pairs.add(pair[0], pair[1], true);
    }
    return new StudyPoints(
        context,
        ids,
        table(context, ids, List.of(panel), List.of()),
        null,
        truth,
        names,
        new StudyKnowledge(pairs.on(n, ids), null, null),
        true);
  }

  /**
   * Some of the points, in ascending order, with the pairs among them.
   *
   * @param rows ascending positions
   * @param newTruth their classes, one a row
   * @throws InputException when these points are a graph, which cannot be cut down
   */
  public StudyPoints only(int[] rows, int[] newTruth, String[] newClasses, String where) {
    if (rows.length == ids.size()) {
      return new StudyPoints(context, ids, features, edges, newTruth, newClasses, known, false);
    }
    FeatureTable table = features;
    if (table == null) {
      throw new InputException(
          ("%s.classes and %s.sample leave out points, which a ready graph (input.edges) does not"
                  + " allow: give input.features, or a graph of those points alone.")
              .formatted(where, where));
    }
    List<FeaturePanel> all = new ArrayList<>(table.panels().collect());
    PanelLayout layout = PanelLayout.of(rows.length, table.dim(), 0);
    List<FeaturePanel> panels = new ArrayList<>();
    for (int p = 0; p < layout.panels(); p++) {
      int from = layout.firstRow(p);
      int[] part = new int[layout.rows(p)];
      int[] row = new int[part.length];
      for (int r = 0; r < part.length; r++) {
        part[r] = rows[from + r] / table.panelRows();
        row[r] = rows[from + r] % table.panelRows();
      }
      panels.add(FeaturePanel.gather(p, from, all, part, row));
    }
    IdTable some = ids.subset(rows);
    return new StudyPoints(
        context,
        some,
        table(context, some, panels, table.columns()).withLargest(table.largest()),
        null,
        newTruth,
        newClasses,
        known.of(rows, some),
        true);
  }

  private static FeatureTable table(
      JavaSparkContext context, IdTable ids, List<FeaturePanel> panels, List<String> columns) {
    long bytes = panels.stream().mapToLong(FeaturePanel::memory).sum();
    JavaRDD<FeaturePanel> rdd =
        context.parallelize(panels, panels.size()).persist(StorageLevel.MEMORY_AND_DISK());
    FeaturePanel first = panels.get(0);
    return new FeatureTable(ids, rdd, first.dim(), first.rows(), bytes, columns);
  }

  /** Whether the points have features, rather than a ready graph. */
  public boolean hasFeatures() {
    return features != null;
  }

  /** How many values the features have, 0 without features. */
  long featureValues() {
    return features == null ? 0 : (long) features.n() * features.dim();
  }

  /** The pairs of the table input.constraints, or of the shape. */
  public PairConstraints given() {
    return known.given();
  }

  /**
   * The similarity graph.
   *
   * @param clusters wanted
   * @param where the data set's key, for messages
   */
  public Graph graph(GraphConfig config, int clusters, Seeds seeds, String where) {
    if (features != null && config.neighbors() >= ids.size()) {
      throw new InputException(
          "%s.graph.neighbors is %s, but a point has only %s others; lower it."
              .formatted(where, config.neighbors(), ids.size() - 1));
    }
    BuiltGraph built = builder(config, clusters, seeds).build(inputs());
    if (built.graph() instanceof SimilarityGraph graph) {
      return new Graph(graph, built.components());
    }
    throw new IllegalStateException("a study's graph is built on the driver");
  }

  /**
   * The features scaled for the graph, row by row; of more columns, so many principal components.
   */
  public double[] features(GraphConfig config, Seeds seeds, int most) {
    return builder(config, 1, seeds).features(inputs(), most);
  }

  private GraphBuilder builder(GraphConfig config, int clusters, Seeds seeds) {
    return new GraphBuilder(
        context, config, seeds, new StageClock(new WarningLog(JobListener.NONE)), 0, clusters);
  }

  private JobInputs inputs() {
    PairConstraints none = PairConstraints.none(ids.size(), ids);
    MustLinkClosure closure = MustLinkClosure.of(none);
    return new JobInputs(
        ids,
        features,
        edges,
        none,
        DeclinedPairs.NONE,
        ConstraintDiagnosis.of(none, 0),
        closure,
        ImpliedPairs.of(none, closure, CannotLinkGraph.of(none, closure)),
        null,
        null,
        null,
        null,
        Map.of(),
        Map.of());
  }

  @Override
  public void close() {
    if (owner && features != null) {
      features.release();
    }
  }

  /**
   * What the tables of a data set tell of its points, beside features and classes.
   *
   * @param given the pairs of the table input.constraints, or of the shape
   * @param sources length n: the source of each point, -1 where it has none; or null
   * @param weights length n: what bounds of sizes count instead of points; or null
   */
  record StudyKnowledge(
      PairConstraints given, int @Nullable [] sources, double @Nullable [] weights) {

    /** The same of some of the points. */
    StudyKnowledge of(int[] rows, IdTable ids) {
      int[] from = sources;
      double[] mass = weights;
      return new StudyKnowledge(
          PairList.of(given, p -> true, end -> Arrays.binarySearch(rows, end)).on(rows.length, ids),
          from == null ? null : Arrays.stream(rows).map(row -> from[row]).toArray(),
          mass == null ? null : Arrays.stream(rows).mapToDouble(row -> mass[row]).toArray());
    }

    /**
     * Pairs with the rule of sources, as a job gives it to a method.
     *
     * @param takesSources whether the method takes the rule itself; else it gets a list of pairs
     * @param group of each point; points of two groups need no pair
     */
    PairConstraints ruled(PairConstraints pairs, boolean takesSources, int[] group) {
      if (sources == null) {
        return pairs;
      }
      PairConstraints ruled = pairs.withSources(sources);
      return takesSources ? ruled : SourceRule.listed(ruled, group);
    }
  }
}
