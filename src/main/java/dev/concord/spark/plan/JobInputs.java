package dev.concord.spark.plan;

import dev.concord.config.ConcordConfig;
import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.ClusterShortage;
import dev.concord.constraint.ConstraintDiagnosis;
import dev.concord.constraint.ImpliedPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.SourceRule;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.UnionFind;
import dev.concord.method.KnownLabels;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.ShapeCheck;
import dev.concord.spark.input.pairs.DeclinedPairs;
import dev.concord.spark.input.pairs.EdgeInput;
import dev.concord.spark.input.pairs.EdgeTable;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.input.pairs.ReadConstraints;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * All inputs of a job, read and checked against each other.
 *
 * @param ids the points
 * @param features their features, or null when edges were given
 * @param edges the given graph, or null
 * @param constraints judged pairs; none when no table was named
 * @param declined pairs judged unsure
 * @param diagnosis what was found about them
 * @param closure must-link components
 * @param implied pairs that follow from the given ones
 * @param labels known labels of some points, or null
 * @param side a second graph, or null
 * @param truth labels to evaluate against, or null
 * @param weights of the points, which bounds of sizes and the cut may count, or null
 * @param quarantined rows put aside, by input
 * @param dropped rows left out for a missing feature, and those that name them, by input
 */
public record JobInputs(
    IdTable ids,
    @Nullable FeatureTable features,
    @Nullable EdgeInput edges,
    PairConstraints constraints,
    DeclinedPairs declined,
    ConstraintDiagnosis diagnosis,
    MustLinkClosure closure,
    ImpliedPairs implied,
    @Nullable KnownLabels labels,
    @Nullable SignedGraph side,
    @Nullable Labeling truth,
    double @Nullable [] weights,
    Map<String, Long> quarantined,
    Map<String, Long> dropped)
    implements AutoCloseable {

  public int size() {
    return ids.size();
  }

  public InputReading.Points points() {
    return new InputReading.Points(ids, features, edges);
  }

  @Override
  public void close() {
    points().release();
  }

  /**
   * Reads everything.
   *
   * @param clustering whether a method is going to run, whose needs are then checked
   * @param shape checks the number of points and features before memory is allocated; may refuse
   * @param known may have the feature table from an earlier run, else reads it
   */
  public static JobInputs read(
      SparkSession spark,
      ConcordConfig config,
      boolean clustering,
      ShapeCheck shape,
      Function<Supplier<FeatureTable>, FeatureTable> known,
      StageClock clock) {
    clock.start("read", -1);
    InputReading reading = InputReading.of(spark, config, clock.listener());
    try {
      clock.advance(-1, "the points");
      InputReading.Points points = reading.points(shape, known);
      try {
        clock.advance(-1, "pairs and labels");
        JobInputs inputs = read(reading, points, clustering);
        reading.quarantine().publish();
        reading.reportRows();
        clock.finish(inputs.described());
        return inputs;
      } catch (RuntimeException e) {
        points.release();
        throw e;
      }
    } finally {
      reading.quarantine().discard();
    }
  }

  private static JobInputs read(
      InputReading reading, InputReading.Points points, boolean clustering) {
    IdTable ids = points.ids();
    PointIds named = points.pointIds();
    ReadConstraints read = reading.exclusive(reading.constraints(named), named);
    PairConstraints pairs = read.pairs();
    Labeling truth = reading.truth(named);
    KnownLabels labels = reading.labels(named);
    SignedGraph side = reading.side(named);
    if (clustering) {
      reading.checkNeeds(pairs, labels);
      reading.warnOfUnused();
    }
    reading.checkCounts(ids.size(), points.features() != null);
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    CannotLinkGraph apart = CannotLinkGraph.of(pairs, closure);
    reading.checkConstraints(pairs, closure, apart);
    double[] weights = clustering ? reading.weights(named) : null;
    if (clustering) {
      reading.checkSizes(pairs, weights);
    }
    return new JobInputs(
        ids,
        points.features(),
        points.edges(),
        pairs,
        read.declined(),
        ConstraintDiagnosis.of(pairs, read.unsure()),
        closure,
        ImpliedPairs.of(pairs, closure, apart),
        labels,
        side,
        truth,
        weights,
        reading.quarantine().counts(),
        reading.dropped().counts());
  }

  /**
   * The inputs with the rule of sources as a list of cannot-links, for methods that need one: of
   * points in one component of given edges, or of any two points.
   *
   * @param hard whether constraints of weight 1 must hold
   * @param clusters so many there are at most
   * @throws dev.concord.error.UnsatisfiableException when the pairs are too many, or cannot hold
   */
  public JobInputs withListedSources(boolean hard, int clusters) {
    if (constraints.sources() == null) {
      return this;
    }
    PairConstraints all = SourceRule.listed(constraints, components());
    MustLinkClosure joined = MustLinkClosure.of(all);
    CannotLinkGraph apart = CannotLinkGraph.of(all, joined);
    if (hard) {
      new ClusterShortage(all, joined, apart).requireRoomFor(clusters);
    }
    return new JobInputs(
        ids,
        features,
        edges,
        all,
        declined,
        ConstraintDiagnosis.of(all, diagnosis.unsure()),
        joined,
        ImpliedPairs.of(all, joined, apart),
        labels,
        side,
        truth,
        weights,
        quarantined,
        dropped);
  }

  /** The component of each point in the given edges; one for all points of a table of features. */
  private int[] components() {
    int[] of = new int[size()];
    if (edges != null) {
      UnionFind sets = sets(edges.onDriver());
      Arrays.setAll(of, sets::find);
    }
    return of;
  }

  private static UnionFind sets(EdgeTable edges) {
    UnionFind sets = new UnionFind(edges.ids().size());
    for (int e = 0; e < edges.source().length; e++) {
      sets.join(edges.source()[e], edges.target()[e]);
    }
    return sets;
  }

  /** How many components the given edges have; 1 for a table of features. O(edges). */
  public int edgeComponents() {
    if (edges == null) {
      return 1;
    }
    UnionFind sets = sets(edges.onDriver());
    int count = 0;
    for (int i = 0; i < size(); i++) {
      count += sets.find(i) == i ? 1 : 0;
    }
    return count;
  }

  private String described() {
    return ids.size()
        + " points"
        + (features != null ? " of " + features.dim() + " features" : "")
        + (edges != null ? ", " + edges.rows() + " edges" : "")
        + (constraints.size() > 0 ? ", " + constraints.size() + " constraints" : "");
  }
}
