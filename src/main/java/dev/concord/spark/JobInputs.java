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
import dev.concord.graph.SignedGraph;
import dev.concord.method.Catalogue;
import dev.concord.method.KnownLabels;
import dev.concord.method.Method;
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
 * @param labels known labels of some points, or null
 * @param side a second graph, or null
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
    @Nullable KnownLabels labels,
    @Nullable SignedGraph side,
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
   * @param clustering whether a method is going to run, whose needs are then checked
   * @param shape told the number of points and features before the features are laid out; may
   *     refuse
   */
  static JobInputs read(
      SparkSession spark,
      ConcordConfig config,
      boolean clustering,
      FeatureReader.ShapeCheck shape,
      StageClock clock) {
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
      KnownLabels labels = labels(spark, input, ids);
      SignedGraph side = side(spark, input, ids);
      if (clustering) {
        checkNeeds(config, pairs, labels);
        warnOfUnused(config, clock.listener());
      }
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
          labels,
          side,
          truth);
    } catch (RuntimeException e) {
      if (features != null) {
        features.release();
      }
      throw e;
    }
  }

  private static @Nullable KnownLabels labels(SparkSession spark, InputConfig input, IdTable ids) {
    if (input.labels() == null) {
      return null;
    }
    Labeling read = new LabelReader(spark).read(input.labels(), ids);
    return new KnownLabels(read.labels(), read.names());
  }

  private static @Nullable SignedGraph side(SparkSession spark, InputConfig input, IdTable ids) {
    if (input.sideEdges() == null) {
      return null;
    }
    EdgeTable edges = new EdgeReader(spark).readSigned(input.sideEdges());
    int[] source = new int[edges.source().length];
    int[] target = new int[source.length];
    for (int e = 0; e < source.length; e++) {
      source[e] = known(edges, edges.source()[e], ids);
      target[e] = known(edges, edges.target()[e], ids);
    }
    return SignedGraph.fromEdges(
        "input.side-edges", ids.size(), source, target, edges.weight(), ids::name);
  }

  private static int known(EdgeTable edges, int at, IdTable ids) {
    int index = ids.indexOf(edges.ids().name(at));
    if (index < 0) {
      throw new InputException(
          "input.side-edges names the point "
              + edges.ids().name(at)
              + ", which the points to cluster do not hold; remove its edges or check the ids.");
    }
    return index;
  }

  private static void checkNeeds(
      ConcordConfig config, PairConstraints pairs, @Nullable KnownLabels labels) {
    Method method = Catalogue.named(config.clusters().method());
    String name = method.info().name();
    if (method.needsPairs() && pairs.size() == 0) {
      throw new InputException(
          "clusters.method = "
              + name
              + " learns from must-links and cannot-links, but input.constraints "
              + (config.input().constraints() == null ? "is not given" : "holds none")
              + "; name a table of judged pairs, or set clusters.method = ncut.");
    }
    if (pairs.realValued() && !method.takesRealBeliefs()) {
      throw new InputException(
          "input.constraints has no column of kinds, and the weight of the pair "
              + beyondOne(pairs)
              + ", but clusters.method = "
              + name
              + " takes degrees of belief, weights from -1 to 1. Divide the weights by the largest"
              + " magnitude, or choose clusters.method = csp, which takes any.");
    }
    if (method.needsLabels() && (labels == null || labels.known() == 0)) {
      throw new InputException(
          "clusters.method = "
              + name
              + " spreads known labels over the graph, but input.labels "
              + (labels == null ? "is not given" : "holds none")
              + "; name a table of labelled points, or choose another method.");
    }
  }

  /** The first pair whose weight exceeds 1, and its weight as given. */
  private static String beyondOne(PairConstraints pairs) {
    int p = 0;
    while (pairs.weight()[p] <= 1.0) {
      p++;
    }
    double weight = pairs.mustLink()[p] ? pairs.weight()[p] : -pairs.weight()[p];
    return "(%s, %s) is %s"
        .formatted(
            pairs.names().name(pairs.first()[p]), pairs.names().name(pairs.second()[p]), weight);
  }

  private static void warnOfUnused(ConcordConfig config, JobListener listener) {
    Method method = Catalogue.named(config.clusters().method());
    if (config.input().labels() != null && !method.usesLabels()) {
      listener.warning(
          "input.labels is given, but method " + method.info().name() + " does not use labels.");
    }
    if (config.input().sideEdges() != null && !method.usesSideGraph()) {
      listener.warning(
          "input.side-edges is given, but method "
              + method.info().name()
              + " does not use a second graph.");
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
