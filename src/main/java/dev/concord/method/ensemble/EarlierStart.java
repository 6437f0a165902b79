package dev.concord.method.ensemble;

import dev.concord.graph.SimilarityGraph;
import dev.concord.method.EarlierRun;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.cosc.NearestFeasible;
import dev.concord.method.cosc.Refinement;
import dev.concord.metric.Violations;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The partition of an earlier run for the points of now, in place of all searches: points without a
 * cluster get the one that most of their edge weight leads to. Where all pairs hold then, no other
 * point moves. Else the hard ones are made to hold, and only neighbours of what moved follow
 * ({@link NearestFeasible}). Where soft ones do not hold, the cut with their price is lowered from
 * there on, in the graph or in that of shared neighbours: where fewer points move. The partition is
 * taken where it fits as well as the result of the last full search did: the votes of the
 * neighbours agree with the pairs, and stay within clusters, nearly as much.
 */
final class EarlierStart {
  static final String STAYS = "the earlier clusters";
  static final String MENDED = "the earlier clusters with the new pairs held";
  static final String REFINED = "the earlier clusters refined";

  /** What the mean logarithm of a pair's votes may lose. */
  private static final double PAIRS = 0.02;

  /** What the mean logarithm of a point's vote may lose. */
  private static final double VOTES = 0.01;

  private static final int MOST_ROUNDS = 20;

  private final Problem problem;
  private final @Nullable Problem shared;
  private final Services services;

  /**
   * @param problem whose constraints are all that is known
   * @param shared with the graph of shared neighbours, or null
   */
  EarlierStart(Problem problem, @Nullable Problem shared, Services services) {
    this.problem = problem;
    this.shared = shared;
    this.services = services;
  }

  /** The partition; null where there is none of so many clusters, or it does not fit. */
  @Nullable MethodResult result(EarlierRun earlier) {
    Double votesBefore = earlier.figures().get("voteFit");
    Double pairsBefore = earlier.figures().get("pairFit");
    int[] start = numbered(extended(problem.edges(), earlier.labels()), problem.clusters());
    if (votesBefore == null || start == null || problem.clusters() < 2) {
      return null;
    }
    services.stage(EnsembleFigures.EARLIER);
    boolean holds = holds(start);
    int[] feasible = holds || !problem.hard() ? start : NearestFeasible.of(problem, start);
    boolean repaired = holds || holds(feasible);
    int[] labels = repaired ? feasible : refined(feasible);
    Fit fit = Fit.of(problem, labels);
    double least =
        pairsBefore == null
            ? MemberSearch.EXPLAINED
            : Math.min(MemberSearch.EXPLAINED, pairsBefore - PAIRS);
    boolean fits =
        fit.votes() >= votesBefore - VOTES && (fit.pairs() == null || fit.pairs() >= least);
    if (!fits) {
      services.warn(
          String.format(
              Locale.ROOT,
              "The earlier clusters, brought up to date, fit less well than they did (pairs %s,"
                  + " neighbours %.4f, before %s and %.4f): all searches are made.",
              text(fit.pairs()),
              fit.votes(),
              text(pairsBefore),
              votesBefore));
      return null;
    }
    String chosen = MENDED;
    if (holds) {
      chosen = STAYS;
    } else if (!repaired) {
      chosen = REFINED;
    }
    // The last full search stays what later runs are compared with.
    EnsembleFigures figures =
        new EnsembleFigures(
            chosen, EnsembleFigures.EARLIER, List.of(), pairsBefore, votesBefore, null);
    return new MethodResult(
        labels, null, null, figures, List.of(new MethodResult.Partition(0, 1.0, labels)));
  }

  private boolean holds(int[] labels) {
    return Violations.of(problem.constraints(), labels).violated() == 0;
  }

  /** The refinement that moves fewer points, that by shared neighbours where both move as many. */
  private int[] refined(int[] start) {
    int[] plain = refined(problem, start);
    if (shared == null) {
      return plain;
    }
    int[] other = refined(shared, start);
    return moved(start, plain) < moved(start, other) ? plain : other;
  }

  private static int[] refined(Problem on, int[] start) {
    return Refinement.of(
            on, MemberMethods.PRODUCT_CUT, start, MemberMethods.plain(MemberMethods.COSC))
        .labels();
  }

  private static int moved(int[] start, int[] labels) {
    int moved = 0;
    for (int i = 0; i < start.length; i++) {
      moved += start[i] == labels[i] ? 0 : 1;
    }
    return moved;
  }

  private static String text(@Nullable Double value) {
    return value == null ? "none" : String.format(Locale.ROOT, "%.4f", value);
  }

  /**
   * How well a partition fits.
   *
   * @param pairs mean logarithm of the share of votes that agrees with a pair, over those about
   *     which they are clear ({@link PartitionScores#meanLogOfClear}), or null
   * @param votes mean logarithm of the share of a point's edge weight within its cluster
   */
  record Fit(@Nullable Double pairs, double votes) {
    static Fit of(Problem problem, int[] labels) {
      SimilarityGraph graph = problem.edges();
      return new Fit(
          problem.constraints().size() == 0
              ? null
              : (Double)
                  PartitionScores.meanLogOfClear(
                      problem.constraints(), graph, labels, problem.clusters()),
          PartitionScores.meanLogVote(graph, labels));
    }
  }

  /**
   * The labels with those of new points: round after round, points without one get that of most
   * edge weight to points that had one in the round before, ties to the smaller number; what is
   * reached by no edge gets the largest cluster.
   */
  static int[] extended(SimilarityGraph graph, int[] labels) {
    int[] now = labels.clone();
    int clusters = Math.max(0, Arrays.stream(labels).max().orElse(-1)) + 1;
    double[] weight = new double[clusters];
    for (int round = 0; round < MOST_ROUNDS; round++) {
      int[] before = now.clone();
      boolean changed = false;
      for (int i = 0; i < now.length; i++) {
        if (before[i] < 0) {
          now[i] = heaviest(graph, i, before, weight);
          changed |= now[i] >= 0;
        }
      }
      if (!changed) {
        break;
      }
    }
    int[] sizes = new int[clusters];
    for (int label : now) {
      if (label >= 0) {
        sizes[label]++;
      }
    }
    int largest = 0;
    for (int c = 1; c < clusters; c++) {
      largest = sizes[c] > sizes[largest] ? c : largest;
    }
    for (int i = 0; i < now.length; i++) {
      now[i] = now[i] < 0 ? largest : now[i];
    }
    return now;
  }

  private static int heaviest(SimilarityGraph graph, int i, int[] labels, double[] weight) {
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    Arrays.fill(weight, 0.0);
    int best = -1;
    for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
      int label = labels[col[p]];
      if (label >= 0) {
        weight[label] += graph.weights().val()[p];
      }
    }
    for (int c = 0; c < weight.length; c++) {
      if (weight[c] > (best < 0 ? 0.0 : weight[best])) {
        best = c;
      }
    }
    return best;
  }

  /** The labels as 0 to k - 1 in the order of their numbers; null where they are not k. */
  private static int @Nullable [] numbered(int[] labels, int clusters) {
    int[] used = Arrays.stream(labels).sorted().distinct().toArray();
    if (used.length != clusters) {
      return null;
    }
    return Arrays.stream(labels).map(label -> Arrays.binarySearch(used, label)).toArray();
  }
}
