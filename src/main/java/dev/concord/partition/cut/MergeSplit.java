package dev.concord.partition.cut;

import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Merges two clusters and splits another: the step by which a search leaves a partition that has
 * two groups in one cluster and one group in two, which no single move can repair. Every cluster's
 * split is tried once and the merges of neighbouring clusters are evaluated; proposals are made of
 * the most promising of both.
 *
 * <p>Time some dozens of visits of each edge, memory that of the greatest cluster's subgraph.
 */
final class MergeSplit {
  /** The number of merges kept. */
  private static final int MERGES = 12;

  private final PartitionProblem problem;
  private final int k;
  private final MultiwayOptions options;
  private final int[] labels;
  private final ClusterMembers members;
  private final int[][] halves;
  private final double[] splitCost;
  private final int[] mergeFirst = new int[MERGES];
  private final int[] mergeSecond = new int[MERGES];
  private final double[] mergeCost = new double[MERGES];
  private int merges;
  private long work;

  MergeSplit(
      PartitionProblem problem,
      int k,
      int[] labels,
      MultiwayOptions options,
      SplittableRandom random) {
    this.problem = problem;
    this.k = k;
    this.labels = labels;
    this.options = options;
    this.members = new ClusterMembers(labels, k);
    this.halves = new int[k][];
    this.splitCost = new double[k];
    CutState state = new CutState(problem, k, labels, options.gamma());
    priceMerges(state);
    boolean[] in = new boolean[labels.length];
    for (int c = 0; c < k; c++) {
      split(c, state, in, random);
    }
    work += state.work;
  }

  long work() {
    return work;
  }

  /** How much the objective rises by each merge of two clusters with an edge between them. */
  private void priceMerges(CutState state) {
    double[] between = new double[k];
    for (int a = 0; a < k; a++) {
      Arrays.fill(between, 0.0);
      for (int v : members.of(a)) {
        state.scan(v);
        for (int t = 0; t < state.touchedCount; t++) {
          between[state.touched[t]] += state.toward[state.touched[t]];
        }
      }
      for (int b = a + 1; b < k; b++) {
        if (between[b] > 0.0 && state.vol(a) > 0.0 && state.vol(b) > 0.0) {
          double joined =
              (state.cut(a) + state.cut(b) - 2.0 * between[b]) / (state.vol(a) + state.vol(b));
          remember(a, b, joined - state.cut(a) / state.vol(a) - state.cut(b) / state.vol(b));
        }
      }
    }
  }

  private void remember(int a, int b, double cost) {
    if (merges == MERGES && cost >= mergeCost[MERGES - 1]) {
      return;
    }
    int at = merges < MERGES ? merges++ : MERGES - 1;
    while (at > 0 && mergeCost[at - 1] > cost) {
      mergeCost[at] = mergeCost[at - 1];
      mergeFirst[at] = mergeFirst[at - 1];
      mergeSecond[at] = mergeSecond[at - 1];
      at--;
    }
    mergeCost[at] = cost;
    mergeFirst[at] = a;
    mergeSecond[at] = b;
  }

  private void split(int c, CutState state, boolean[] in, SplittableRandom random) {
    splitCost[c] = Double.POSITIVE_INFINITY;
    int[] own = members.of(c);
    if (own.length < 2) {
      return;
    }
    Bisection bisection = new Bisection(problem.induced(own), options, random);
    work += bisection.work();
    int[] half = new int[own.length];
    int count = 0;
    for (int i = 0; i < own.length; i++) {
      if (bisection.side()[i] == 1) {
        half[count++] = own[i];
        in[own[i]] = true;
      }
    }
    halves[c] = Arrays.copyOf(half, count);
    double[] val = problem.weights().val();
    double volume = 0.0;
    double cut = 0.0;
    double inner = 0.0;
    for (int v : halves[c]) {
      volume += state.volumeOf(v);
      for (int p = state.rowPtr[v]; p < state.rowPtr[v + 1]; p++) {
        int u = state.col[p];
        cut += in[u] ? 0.0 : val[p];
        inner += !in[u] && labels[u] == c ? val[p] : 0.0;
      }
    }
    for (int v : halves[c]) {
      in[v] = false;
    }
    double rest = state.vol(c) - volume;
    if (volume > 0.0 && rest > 0.0) {
      splitCost[c] =
          cut / volume + (state.cut(c) - cut + 2.0 * inner) / rest - state.cut(c) / state.vol(c);
    }
  }

  /**
   * Proposals, each {first, second, split}: the first two clusters merge, the third is split. By
   * rising estimate of the objective, the first {@code most} of them.
   */
  int[][] proposals(int most) {
    int[][] best = new int[most][];
    double[] cost = new double[most];
    int count = 0;
    for (int s = 0; s < k; s++) {
      for (int m = 0; m < merges && splitCost[s] < Double.POSITIVE_INFINITY; m++) {
        double sum = splitCost[s] + mergeCost[m];
        if (mergeFirst[m] == s || mergeSecond[m] == s || (count == most && sum >= cost[most - 1])) {
          continue;
        }
        int at = count < most ? count++ : most - 1;
        while (at > 0 && cost[at - 1] > sum) {
          cost[at] = cost[at - 1];
          best[at] = best[at - 1];
          at--;
        }
        cost[at] = sum;
        best[at] = new int[] {mergeFirst[m], mergeSecond[m], s};
      }
    }
    return Arrays.copyOf(best, count);
  }

  /** How much the objective rises by a proposal before its conflicts are repaired. */
  double estimate(int[] proposal) {
    for (int m = 0; m < merges; m++) {
      if (mergeFirst[m] == proposal[0] && mergeSecond[m] == proposal[1]) {
        return mergeCost[m] + splitCost[proposal[2]];
      }
    }
    throw new IllegalArgumentException("not proposed");
  }

  /** The partition after a proposal, made feasible; null when that fails. */
  int @Nullable [] apply(int[] proposal, SplittableRandom random) {
    int[] changed = labels.clone();
    for (int v : members.of(proposal[1])) {
      changed[v] = proposal[0];
    }
    for (int v : halves[proposal[2]]) {
      changed[v] = proposal[1];
    }
    CutState state = new CutState(problem, k, changed, options.gamma());
    boolean feasible = new SearchRepair(state).run(10 * state.n, random);
    work += state.work;
    return feasible ? state.label : null;
  }
}
