package dev.concord.method.pipeline;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.linalg.CsrMatrix;
import dev.concord.method.KnownLabels;
import dev.concord.method.LabelledPairs;
import dev.concord.method.Method;
import dev.concord.method.Problem;
import dev.concord.metric.ClusterMatching;
import dev.concord.partition.coloring.FeasibleStart;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.partition.sizes.ShortageText;
import dev.concord.partition.sizes.SizeLimits;
import dev.concord.partition.sizes.SizeProblem;
import dev.concord.partition.sizes.SizeSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last step: moves must-link components between the clusters of a partition until every cluster
 * has a size within its bounds, at the least loss ({@link MoveLosses}), with all constraints of
 * weight 1 held. A partition that holds all of them stays as it is. No cluster loses its last
 * component.
 *
 * <p>Known labels hold where the method goes by them, as in the refinement. The edges may be on the
 * driver or on executors. Memory: 32 bytes for each node and cluster.
 */
final class SizeStep {
  private static final int ROUNDS = 5;

  private final Problem problem;
  private final PairConstraints pairs;
  private final PartitionProblem nodes;
  private final MoveLosses losses;
  private final int k;

  private SizeStep(Problem problem, PairConstraints pairs) {
    this.problem = problem;
    this.pairs = pairs;
    this.k = problem.clusters();
    int n = problem.size();
    CsrMatrix noEdges = new CsrMatrix(n, new int[n + 1], new int[0], new double[0]);
    this.nodes = PartitionProblem.of(noEdges, problem.graph().degrees(), pairs, problem.hard());
    this.losses = new MoveLosses(problem.graph(), nodes, k);
  }

  /**
   * Moves what has to move.
   *
   * @param labels the partition found, 0..k-1
   * @throws dev.concord.error.UnsatisfiableException when no partition holds all bounds and
   *     constraints, naming numbers that show it, or when none was found
   */
  static SizedPartition of(Problem problem, Method method, int[] labels, SizeLimits limits) {
    KnownLabels known = LabelledPairs.binding(problem, method);
    PairConstraints pairs =
        known == null || !problem.hard()
            ? problem.constraints()
            : LabelledPairs.join(problem.constraints(), known);
    return new SizeStep(problem, pairs).run(labels, limits);
  }

  private SizedPartition run(int[] found, SizeLimits limits) {
    long started = System.nanoTime();
    int[] labels = found;
    int[] earlier = limits.earlier();
    if (earlier != null) {
      labels = ClusterMatching.of(earlier, found, k).renumbered(found);
    }
    ShortageText text = new ShortageText(limits, nodes.nodeOf(), nodes.nodes(), pairs.names());
    text.refuse();
    double[] affinities = losses.affinities(labels);
    int[] start =
        FeasibleStart.of(nodes, k, labels, problem.graph().degrees(), affinities, problem.seeds())
            .colorsOrThrow(k, pairs, MustLinkClosure.of(pairs));
    int[] feasible = nodes.expand(start);
    if (!Arrays.equals(feasible, labels)) {
      affinities = losses.affinities(feasible);
    }
    double[] weight = limits.ofGroups(nodes.nodeOf(), nodes.nodes());
    SizeProblem bounded =
        new SizeProblem(
            k,
            weight,
            losses.losses(affinities, start),
            start,
            occupied(weight, start, limits.lower()),
            limits.upper(),
            nodes.apart());
    SizeSearch.Found best = SizeSearch.of(bounded);
    if (!best.any()) {
      throw text.notFound(best.proved());
    }
    Improved improved =
        bounded.sizesHold(start) ? new Improved(start, 0) : improved(bounded, best.labels());
    int[] sized = nodes.expand(improved.labels());
    SizeFigures figures =
        new SizeFigures(
            limits.weight() == null ? "points" : "weight",
            limits.lower(),
            orNull(limits.upper()),
            limits.ofGroups(labels, k),
            limits.ofGroups(sized, k),
            different(labels, feasible),
            different(labels, sized),
            NormalizedCut.of(problem.graph(), labels, k),
            NormalizedCut.of(problem.graph(), sized, k),
            best.loss(),
            best.bound(),
            best.proved(),
            improved.rounds(),
            (System.nanoTime() - started) / 1e9);
    return new SizedPartition(sized, figures);
  }

  /** A partition of the nodes, and how often it was improved. */
  private record Improved(int[] labels, int rounds) {}

  /**
   * Lowers the objective within the bounds. Moves of many nodes change what each of them costs, so
   * the losses are taken anew with the nodes where they are now, and the best partition by these is
   * taken, as long as the objective falls.
   */
  private Improved improved(SizeProblem problem, int[] labels) {
    int[] best = labels;
    int round = 0;
    double least = losses.objective(best);
    while (round < ROUNDS) {
      double[] now = losses.losses(losses.affinities(nodes.expand(best)), best, problem.labels());
      SizeSearch.Found next =
          SizeSearch.local(
              new SizeProblem(
                  k,
                  problem.weight(),
                  now,
                  problem.labels(),
                  problem.lower(),
                  problem.upper(),
                  problem.apart()));
      double then = next.any() ? losses.objective(next.labels()) : Double.POSITIVE_INFINITY;
      if (then >= least) {
        break;
      }
      best = next.labels();
      least = then;
      round++;
    }
    return new Improved(best, round);
  }

  /** The lower bounds, such that no cluster loses its last node. */
  private double[] occupied(double[] weight, int[] start, double[] lower) {
    double least =
        Arrays.stream(weight).filter(w -> w > 0.0).reduce(Double.POSITIVE_INFINITY, Math::min);
    double[] size = new double[k];
    for (int v = 0; v < start.length; v++) {
      size[start[v]] += weight[v];
    }
    double[] raised = new double[k];
    Arrays.setAll(raised, c -> Math.max(lower[c], Math.min(least, size[c])));
    return raised;
  }

  private static List<@Nullable Double> orNull(double[] bounds) {
    List<@Nullable Double> finite = new ArrayList<>();
    for (double bound : bounds) {
      finite.add(bound < Double.POSITIVE_INFINITY ? bound : null);
    }
    return finite;
  }

  private static int different(int[] a, int[] b) {
    int count = 0;
    for (int i = 0; i < a.length; i++) {
      count += a[i] == b[i] ? 0 : 1;
    }
    return count;
  }
}
