package dev.concord.records;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A local search for correlation clustering: greedy contraction, then, until nothing helps, moves
 * of a node to another cluster or to one of its own, moves that put out the one member that is
 * forbidden beside the node, the best division of two neighbouring clusters' nodes, found
 * exhaustively where they are few, and merges. Further starts contract with weights changed by
 * chance; the best partition counts, the first of equals.
 *
 * <p>Time of a start O(m log m) for the contraction and O(m) for a round of moves. Not thread-safe.
 */
final class CorrelationSearch {
  /** An improvement must exceed this share of the largest weight: rounding is no improvement. */
  private static final double SLIGHT = 1e-9;

  /** Rounds of moves; each improves the sum, so the limit is for safety only. */
  private static final int ROUNDS = 50;

  /** Deviation of the changed weights of further starts, as a share of their magnitude. */
  private static final double CHANGE = 0.5;

  private final ExactPartition exact;
  private final int[] some = new int[ExactPartition.MOST];
  private final int[] part = new int[ExactPartition.MOST];

  CorrelationSearch(ExactPartition exact) {
    this.exact = exact;
  }

  /**
   * The best partition found.
   *
   * @param starts at least 1; the first is without chance
   * @return labels in 0..nodes-1, without forbidden pairs in a cluster
   */
  int[] solve(SignedProblem problem, int starts, long seed) {
    int n = problem.nodes();
    int[] alone = new int[n];
    Arrays.setAll(alone, i -> i);
    int[] best = improved(problem, GreedyContraction.merge(problem, alone, problem.weight()));
    double value = problem.value(best);
    SplittableRandom random = new SplittableRandom(seed);
    for (int s = 1; s < starts; s++) {
      int[] start = GreedyContraction.merge(problem, alone, changed(problem, random));
      int[] found = improved(problem, start);
      double other = problem.value(found);
      if (other > value + slight(problem)) {
        best = found;
        value = other;
      }
    }
    return best;
  }

  private static double[] changed(SignedProblem problem, SplittableRandom random) {
    double[] weights = problem.weight().clone();
    for (int i = 0; i < problem.nodes(); i++) {
      for (int p = problem.rowPtr()[i]; p < problem.rowPtr()[i + 1]; p++) {
        int j = problem.col()[p];
        if (j > i) {
          weights[p] *= 1.0 + CHANGE * (2.0 * random.nextDouble() - 1.0);
          int back =
              Arrays.binarySearch(problem.col(), problem.rowPtr()[j], problem.rowPtr()[j + 1], i);
          weights[back] = weights[p];
        }
      }
    }
    return weights;
  }

  private static double slight(SignedProblem problem) {
    double largest = 0.0;
    for (double w : problem.weight()) {
      largest = Math.max(largest, Math.abs(w));
    }
    return SLIGHT * largest;
  }

  private int[] improved(SignedProblem problem, int[] start) {
    double slight = slight(problem);
    int[] labels = start;
    for (int round = 0; round < ROUNDS; round++) {
      ClusterState state = new ClusterState(problem, labels);
      boolean better = false;
      while (moves(problem, state, slight)) {
        better = true;
      }
      better |= divisions(problem, state, slight);
      labels = state.labels();
      if (!better && round > 0) {
        return labels;
      }
      labels = GreedyContraction.merge(problem, labels, problem.weight());
    }
    return labels;
  }

  /** One pass over the nodes; whether one moved. */
  private static boolean moves(SignedProblem problem, ClusterState state, double slight) {
    boolean moved = false;
    for (int node = 0; node < problem.nodes(); node++) {
      moved |= move(problem, state, node, slight);
    }
    return moved;
  }

  private static boolean move(SignedProblem problem, ClusterState state, int node, double slight) {
    int clusters = state.sumWeights(node);
    int own = state.clusterOf(node);
    double here = state.weightTo(node, own);
    double most = slight;
    int target = -1;
    int put = -1;
    if (-here > most) {
      most = -here;
      target = -2; // a cluster of its own
    }
    for (int t = 0; t < clusters; t++) {
      int cluster = state.touchedAt(t);
      double gain = state.weightTo(node, cluster) - here;
      if (cluster == own || gain <= most) {
        continue;
      }
      int rival = state.rival(node, cluster);
      if (rival == -1) {
        most = gain;
        target = cluster;
        put = -1;
      } else if (rival >= 0 && !state.isAlone(rival)) {
        // The two are no entry of the graph, so only what unlisted pairs weigh is taken back.
        double besides = gain - unlisted(problem, node, rival);
        state.sumWeights(rival);
        double exchange = besides - state.weightTo(rival, cluster);
        if (exchange > most) {
          most = exchange;
          target = cluster;
          put = rival;
        }
        state.sumWeights(node);
      }
    }
    if (target == -1) {
      return false;
    }
    if (put >= 0) {
      state.move(put, state.isAlone(put) ? state.clusterOf(put) : state.empty());
    }
    state.move(node, target == -2 ? state.empty() : target);
    return true;
  }

  private static double unlisted(SignedProblem problem, int a, int b) {
    return problem.unlisted() * problem.size()[a] * problem.size()[b];
  }

  /** Divides neighbouring clusters anew where both together have few nodes. */
  private boolean divisions(SignedProblem problem, ClusterState state, double slight) {
    int n = problem.nodes();
    int[] at = new int[n];
    Arrays.fill(at, -1);
    boolean better = false;
    for (int node = 0; node < n; node++) {
      for (int p = problem.rowPtr()[node]; p < problem.rowPtr()[node + 1]; p++) {
        int other = problem.col()[p];
        if (other > node && state.clusterOf(node) != state.clusterOf(other)) {
          better |=
              divide(problem, state, state.clusterOf(node), state.clusterOf(other), at, slight);
        }
      }
    }
    return better;
  }

  private boolean divide(
      SignedProblem problem, ClusterState state, int a, int b, int[] at, double slight) {
    int count = collect(state, a, 0);
    count = count < 0 ? count : collect(state, b, count);
    if (count < 3) {
      return false; // too many, or two nodes, which moves and merges treat
    }
    for (int i = 0; i < count; i++) {
      at[some[i]] = i;
      part[i] = state.clusterOf(some[i]) == a ? 0 : 1;
    }
    double before = inner(problem, count, at, part);
    double after = exact.solve(problem, some, count, at, part);
    for (int i = 0; i < count; i++) {
      at[some[i]] = -1;
    }
    if (after <= before + slight) {
      return false;
    }
    int[] target = new int[count];
    Arrays.fill(target, -1);
    for (int i = 0; i < count; i++) {
      state.move(some[i], state.isAlone(some[i]) ? state.clusterOf(some[i]) : state.empty());
    }
    for (int i = 0; i < count; i++) {
      if (target[part[i]] < 0) {
        target[part[i]] = state.clusterOf(some[i]);
      } else {
        state.move(some[i], target[part[i]]);
      }
    }
    return true;
  }

  private int collect(ClusterState state, int cluster, int from) {
    int count = from;
    for (int m = state.first(cluster); m >= 0; m = state.after(m)) {
      if (count == some.length) {
        return -1;
      }
      some[count++] = m;
    }
    return count;
  }

  private double inner(SignedProblem problem, int count, int[] at, int[] labels) {
    double sum = 0.0;
    int[] size = problem.size();
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < i; j++) {
        if (labels[i] == labels[j]) {
          sum += problem.unlisted() * size[some[i]] * size[some[j]];
        }
      }
      for (int p = problem.rowPtr()[some[i]]; p < problem.rowPtr()[some[i] + 1]; p++) {
        int j = at[problem.col()[p]];
        if (j >= 0 && j < i && labels[j] == labels[i]) {
          sum += problem.weight()[p] - problem.unlisted() * size[some[i]] * size[some[j]];
        }
      }
    }
    return sum;
  }
}
