package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Clusters by recursive bisection (Rangapuram and Hein 2012, section 5): each part is split in two
 * by {@link TwoWayCuts}, the split of the lowest normalized multi-cut is carried out, until there
 * are k parts. An early split cannot keep all pairs apart, so cannot-links are soft constraints
 * here and some may be violated: with N of them inside a part that holds m of the k classes, of
 * equal size and with as many cannot-links between any two, splitting off one class violates N
 * (m-1)(m-2) / (m(m-1)) = N (m-2)/m. The result need not keep all pairs apart; it is a start for
 * {@link MultiwayCuts}.
 *
 * <p>Time and memory: at most 2k - 3 bisections of ever smaller parts.
 */
final class RecursiveSplits {
  private final PartitionProblem problem;
  private final PartitionProblem softened;
  private final int k;
  private final TwoWayOptions options;
  private final Seeds seeds;
  private final int[] labels;
  private final int[][] halves;
  private final double[] splitCost;

  private RecursiveSplits(PartitionProblem problem, int k, TwoWayOptions options, Seeds seeds) {
    this.problem = problem;
    this.softened = problem.softened();
    this.k = k;
    this.options = options;
    this.seeds = seeds;
    this.labels = new int[problem.nodes()];
    this.halves = new int[k][];
    this.splitCost = new double[k];
  }

  /**
   * A label in 0..k-1 of each node, every cluster used; at least k nodes.
   *
   * @param options of the bisections; the number of violations is set here
   */
  static int[] of(PartitionProblem problem, int k, TwoWayOptions options, Seeds seeds) {
    RecursiveSplits splits = new RecursiveSplits(problem, k, options, seeds);
    splits.run();
    return splits.labels;
  }

  /** The violations that are expected when one of m classes is split off. */
  static double allowance(double cannotLinks, double classes) {
    return classes <= 2.0 ? 0.0 : cannotLinks * (classes - 2.0) / classes;
  }

  private void run() {
    if (k > 1) {
      split(0, 0);
    }
    for (int parts = 1; parts < k; parts++) {
      int best = -1;
      for (int c = 0; c < parts; c++) {
        if (halves[c] != null && (best < 0 || splitCost[c] < splitCost[best])) {
          best = c;
        }
      }
      for (int v : halves[best]) {
        labels[v] = parts;
      }
      if (parts + 1 < k) {
        split(best, 2 * parts - 1);
        split(parts, 2 * parts);
      }
    }
  }

  /** Computes the split of part c; none when it is a single node. */
  private void split(int c, int number) {
    halves[c] = null;
    splitCost[c] = Double.POSITIVE_INFINITY;
    int[] members = IntStream.range(0, labels.length).filter(v -> labels[v] == c).toArray();
    if (members.length < 2) {
      return;
    }
    PartitionProblem part = softened.induced(members);
    double cannotLinks = weight(part.separate());
    double classes = (double) k * members.length / labels.length;
    TwoWayOptions soft =
        options.withGamma(Double.NaN).withViolations(allowance(cannotLinks, classes));
    Bipartition found =
        TwoWayCuts.solve(part, soft, List.of(), Seeds.of(seeds.stream("recursive-split", number)));
    halves[c] =
        IntStream.range(0, members.length)
            .filter(i -> found.side()[i] == 1)
            .map(i -> members[i])
            .toArray();
    boolean[] moved = new boolean[labels.length];
    for (int v : halves[c]) {
      moved[v] = true;
    }
    splitCost[c] = cost(c, members, moved);
  }

  private static double weight(CsrMatrix pairs) {
    double sum = 0.0;
    for (double weight : pairs.val()) {
      sum += weight;
    }
    return sum / 2.0;
  }

  /** The increase of the normalized multi-cut by splitting part c. */
  private double cost(int c, int[] members, boolean[] moved) {
    double[] cut = new double[2];
    double[] volume = new double[2];
    double outer = 0.0;
    int[] rowPtr = problem.weights().rowPtr();
    for (int v : members) {
      int side = moved[v] ? 1 : 0;
      volume[side] += problem.volumes()[v];
      for (int p = rowPtr[v]; p < rowPtr[v + 1]; p++) {
        int u = problem.weights().col()[p];
        boolean outside = labels[u] != c;
        outer += outside ? problem.weights().val()[p] : 0.0;
        if (outside || moved[u] != moved[v]) {
          cut[side] += problem.weights().val()[p];
        }
      }
    }
    return ratio(cut[0], volume[0])
        + ratio(cut[1], volume[1])
        - ratio(outer, volume[0] + volume[1]);
  }

  private static double ratio(double cut, double volume) {
    return volume > 0.0 ? cut / volume : 1.0;
  }
}
