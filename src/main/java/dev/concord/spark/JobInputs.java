package dev.concord.spark;

import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.InputConfig;
import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.ConstraintDiagnosis;
import dev.concord.constraint.Contradictions;
import dev.concord.constraint.ImpliedPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.spark.input.ConstraintReader;
import dev.concord.spark.input.EdgeReader;
import dev.concord.spark.input.EdgeTable;
import dev.concord.spark.input.FeatureReader;
import dev.concord.spark.input.FeatureTable;
import dev.concord.spark.input.LabelReader;
import dev.concord.spark.input.Labeling;
import dev.concord.spark.input.PanelLayout;
import dev.concord.spark.input.ReadConstraints;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * All inputs of a job, read and checked against each other.
 *
 * @param ids the points
 * @param features their features, or null when edges were given
 * @param edges the given graph, or null
 * @param constraints judged pairs; none when no table was named
 * @param diagnosis what was found about them
 * @param closure must-link components
 * @param implied pairs that follow from the given ones
 * @param truth labels to evaluate against, or null
 */
record JobInputs(
    IdTable ids,
    @Nullable FeatureTable features,
    @Nullable EdgeTable edges,
    PairConstraints constraints,
    ConstraintDiagnosis diagnosis,
    MustLinkClosure closure,
    ImpliedPairs implied,
    @Nullable Labeling truth)
    implements AutoCloseable {

  int size() {
    return ids.size();
  }

  @Override
  public void close() {
    if (features != null) {
      features.release();
    }
  }

  /**
   * Reads everything.
   *
   * @param shape told the number of points and features before the features are laid out; may
   *     refuse
   */
  static JobInputs read(
      SparkSession spark, ConcordConfig config, FeatureReader.ShapeCheck shape, StageClock clock) {
    InputConfig input = config.input();
    clock.start("read", -1);
    FeatureTable features = null;
    EdgeTable edges = null;
    IdTable ids;
    FeaturesConfig named = input.features();
    if (named != null) {
      features = new FeatureReader(spark).read(named, config.plan().panelRows(), shape);
      ids = features.ids();
    } else if (input.edges() != null) {
      edges = new EdgeReader(spark).read(input.edges());
      ids = edges.ids();
    } else {
      throw new InputException(
          "The configuration names neither input.features nor input.edges; name one of them.");
    }
    try {
      PairConstraints pairs = PairConstraints.none(ids.size(), ids);
      long unsure = 0;
      if (input.constraints() != null) {
        ReadConstraints read = new ConstraintReader(spark).read(input.constraints(), ids);
        pairs = read.pairs();
        unsure = read.unsure();
      }
      Labeling truth =
          input.truth() == null ? null : new LabelReader(spark).read(input.truth(), ids);
      warnOfUnused(input, clock.listener());
      checkCounts(config, ids.size(), features != null);
      MustLinkClosure closure = MustLinkClosure.of(pairs);
      CannotLinkGraph apart = CannotLinkGraph.of(pairs, closure);
      checkConstraints(config, pairs, closure, apart, clock.listener());
      clock.finish(
          ids.size()
              + " points"
              + (features != null ? " of " + features.dim() + " features" : "")
              + (edges != null ? ", " + edges.weight().length + " edges" : "")
              + (pairs.size() > 0 ? ", " + pairs.size() + " constraints" : ""));
      return new JobInputs(
          ids,
          features,
          edges,
          pairs,
          ConstraintDiagnosis.of(pairs, unsure),
          closure,
          ImpliedPairs.of(pairs, closure, apart),
          truth);
    } catch (RuntimeException e) {
      if (features != null) {
        features.release();
      }
      throw e;
    }
  }

  private static void warnOfUnused(InputConfig input, JobListener listener) {
    if (input.labels() != null) {
      listener.warning("input.labels is given, but no method of this version uses it.");
    }
    if (input.sideEdges() != null) {
      listener.warning("input.side-edges is given, but no method of this version uses it.");
    }
  }

  private static void checkCounts(ConcordConfig config, int n, boolean search) {
    int k = config.clusters().count();
    if (k > n) {
      throw new InputException(
          "clusters.count is "
              + k
              + ", but the input has only "
              + n
              + " points; ask for at most that many clusters.");
    }
    if (search && config.graph().neighbors() >= n) {
      throw new InputException(
          "graph.neighbors is "
              + config.graph().neighbors()
              + ", but a point has only "
              + (n - 1)
              + " others in an input of "
              + n
              + "; lower graph.neighbors, or check that the table is the one you meant.");
    }
  }

  private static void checkConstraints(
      ConcordConfig config,
      PairConstraints pairs,
      MustLinkClosure closure,
      CannotLinkGraph apart,
      JobListener listener) {
    Contradictions contradictions = Contradictions.find(pairs, closure);
    if (config.clusters().hardConstraints()) {
      contradictions.requireNone();
      apart.requireRoomFor(config.clusters().count());
    } else if (contradictions.count() > 0) {
      listener.warning(
          contradictions.count()
              + " cannot-links contradict the must-links, for example "
              + contradictions.describe(contradictions.proofs(1).get(0))
              + ". Constraints are soft, so both sides are used as they are.");
    }
  }

  /** Number of feature panels, 0 for an edge table. */
  int panels() {
    return features == null
        ? 0
        : PanelLayout.of(features.n(), features.dim(), features.panelRows()).panels();
  }
}
