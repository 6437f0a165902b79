package dev.concord.partition.cut;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Random small problems for two clusters, and F computed in the plainest way. */
final class TwoWayCases {
  private TwoWayCases() {}

  /**
   * A random graph and pairs.
   *
   * @param noise how many of the pairs in ten contradict the hidden partition; those are beliefs
   * @param certain how many in ten of the others have weight 1
   */
  static PartitionProblem random(
      long seed, int n, double density, int noise, int certain, boolean unit) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] source = new int[n * n];
    int[] target = new int[n * n];
    double[] weight = new double[n * n];
    int edges = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (random.nextDouble() < density || edges == 0) {
          source[edges] = i;
          target[edges] = j;
          weight[edges++] = Math.exp(-3.0 * random.nextDouble());
        }
      }
    }
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            n,
            Arrays.copyOf(source, edges),
            Arrays.copyOf(target, edges),
            Arrays.copyOf(weight, edges));
    int[] truth = random.ints(n, 0, 2).toArray();
    int count = n / 2;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] belief = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(n - 1);
      second[p] = first[p] + 1 + random.nextInt(n - first[p] - 1);
      boolean wrong = random.nextInt(10) < noise;
      must[p] = (truth[first[p]] == truth[second[p]]) != wrong;
      boolean hard = !wrong && random.nextInt(10) < certain;
      belief[p] = hard ? 1.0 : 0.05 + 0.9 * random.nextDouble();
    }
    double[] vertexWeights = graph.degrees();
    if (unit) {
      vertexWeights = new double[n];
      Arrays.fill(vertexWeights, 1.0);
    }
    return PartitionProblem.of(
        graph.weights(),
        vertexWeights,
        PairConstraints.of(n, first, second, must, belief, Integer::toString),
        true);
  }

  /** Whether every pair that must lie apart does. */
  static boolean consistent(PartitionProblem problem, int[] side) {
    return violated(problem.apart(), side, true) == 0.0;
  }

  /** Weight of the beliefs violated. */
  static double beliefs(PartitionProblem problem, int[] side) {
    return problem.lost()
        + violated(problem.together(), side, false)
        + violated(problem.separate(), side, true);
  }

  /** The paper's F with the price gamma for beliefs and cannot-links. */
  static double f(PartitionProblem problem, int[] side, double gamma) {
    double[] volume = new double[2];
    for (int i = 0; i < side.length; i++) {
      volume[side[i]] += problem.volumes()[i];
    }
    double cut = 2.0 * violated(problem.weights(), side, false);
    double violated = beliefs(problem, side) + violated(problem.apart(), side, true);
    double balance = 2.0 * volume[0] * volume[1] / (volume[0] + volume[1]);
    return balance > 0.0 ? (cut + gamma * 2.0 * violated) / balance : Double.POSITIVE_INFINITY;
  }

  /** The sum over pairs that share a side, or else that do not. */
  private static double violated(CsrMatrix pairs, int[] side, boolean same) {
    double sum = 0.0;
    for (int i = 0; i < side.length; i++) {
      for (int p = pairs.rowPtr()[i]; p < pairs.rowPtr()[i + 1]; p++) {
        if (pairs.col()[p] > i && (side[i] == side[pairs.col()[p]]) == same) {
          sum += pairs.val()[p];
        }
      }
    }
    return sum;
  }

  /** The sides of the set of bits, node n-1 on side 0. */
  static int[] side(int n, int set) {
    int[] side = new int[n];
    for (int i = 0; i < n; i++) {
      side[i] = set >> i & 1;
    }
    return side;
  }

  /**
   * The lowest F of a consistent partition that violates no more than allowed, by a look at all;
   * infinite when there is none.
   */
  static double lowest(PartitionProblem problem, double gamma, double allowed) {
    int n = problem.nodes();
    double best = Double.POSITIVE_INFINITY;
    for (int set = 1; set < 1 << (n - 1); set++) {
      int[] side = side(n, set);
      if (consistent(problem, side) && beliefs(problem, side) <= allowed + 1e-9) {
        best = Math.min(best, f(problem, side, gamma));
      }
    }
    return best;
  }
}
