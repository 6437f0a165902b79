package dev.concord.method.kmeans;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One start of PCK-means: nodes in random order go where squared distance and violated pairs cost
 * least together, until none moves; then centres move to the means; and so on to a fixed point.
 * Neither step raises the objective.
 */
final class PckSearch {
  private final NodeMeans nodes;
  private final PartitionProblem problem;
  private final double penalty;
  private final int k;
  private final double[] centres;
  private final int[] labels;
  private final int[] order;
  private final double[] price;
  private final double[] distance;
  private int iterations;

  /** From random centres. */
  PckSearch(
      NodeMeans nodes, PartitionProblem problem, int k, double penalty, SplittableRandom random) {
    this(nodes, problem, penalty, CentreSeeds.of(nodes, k, random), null, random);
  }

  /**
   * From a partition.
   *
   * @param from cluster of each node, in 0..k-1
   */
  PckSearch(
      NodeMeans nodes,
      PartitionProblem problem,
      int k,
      double penalty,
      int[] from,
      SplittableRandom random) {
    this(nodes, problem, penalty, new double[k * nodes.dim()], from, random);
  }

  /**
   * @param from cluster of each node, or null: then by the nearest of the centres
   */
  private PckSearch(
      NodeMeans nodes,
      PartitionProblem problem,
      double penalty,
      double[] centres,
      int @Nullable [] from,
      SplittableRandom random) {
    this.nodes = nodes;
    this.problem = problem;
    this.penalty = penalty;
    this.k = centres.length / nodes.dim();
    this.centres = centres;
    this.labels = from == null ? new int[nodes.nodes()] : from.clone();
    this.order = Seeds.shuffled(nodes.nodes(), random);
    this.price = new double[k];
    this.distance = new double[labels.length * k];
    if (from == null) {
      Arrays.fill(labels, -1);
    } else {
      nodes.recentre(labels, centres);
    }
    boolean moved = true;
    while (moved && iterations < FixedPoint.MOST_ITERATIONS) {
      measure();
      moved = settle();
      nodes.recentre(labels, centres);
      iterations++;
    }
  }

  private void measure() {
    for (int v = 0; v < labels.length; v++) {
      for (int c = 0; c < k; c++) {
        distance[v * k + c] = nodes.cost(v, centres, c);
      }
    }
  }

  /** Iterated conditional modes; returns whether a node moved. */
  private boolean settle() {
    boolean any = false;
    boolean moved = true;
    for (int pass = 0; moved && pass < FixedPoint.MOST_ITERATIONS; pass++) {
      moved = false;
      for (int v : order) {
        prices(v);
        int best = labels[v] < 0 ? 0 : labels[v];
        for (int c = 0; c < k; c++) {
          best = price[c] < price[best] ? c : best;
        }
        moved |= best != labels[v];
        labels[v] = best;
      }
      any |= moved;
      // Without pairs a node's place does not depend on the others.
      moved &= hasPairs();
    }
    return any;
  }

  private boolean hasPairs() {
    return problem.together().col().length > 0
        || problem.separate().col().length > 0
        || problem.apart().col().length > 0;
  }

  private void prices(int v) {
    System.arraycopy(distance, v * k, price, 0, k);
    charge(problem.apart(), v, penalty);
    charge(problem.separate(), v, penalty);
    // A must-link costs where its partner is not: the same as a bonus where it is.
    charge(problem.together(), v, -penalty);
  }

  private void charge(CsrMatrix pairs, int v, double each) {
    for (int p = pairs.rowPtr()[v]; p < pairs.rowPtr()[v + 1]; p++) {
      int other = labels[pairs.col()[p]];
      if (other >= 0) {
        price[other] += each * pairs.val()[p];
      }
    }
  }

  int iterations() {
    return iterations;
  }

  /** Weight of the pairs that the partition violates. */
  double violated() {
    double weight = problem.lost();
    for (int v = 0; v < labels.length; v++) {
      weight += 0.5 * weight(problem.apart(), v, true);
      weight += 0.5 * weight(problem.separate(), v, true);
      weight += 0.5 * weight(problem.together(), v, false);
    }
    return weight;
  }

  private double weight(CsrMatrix pairs, int v, boolean same) {
    double weight = 0.0;
    for (int p = pairs.rowPtr()[v]; p < pairs.rowPtr()[v + 1]; p++) {
      weight += (labels[pairs.col()[p]] == labels[v]) == same ? pairs.val()[p] : 0.0;
    }
    return weight;
  }

  /** Squared distances to the centres and the price of violated pairs. */
  double objective() {
    return nodes.plusSquares(nodes.within() + penalty * violated(), labels, centres);
  }

  /** At v k + c the cost of node v in cluster c, given the other nodes. */
  double[] costs() {
    measure();
    double[] costs = new double[labels.length * k];
    for (int v = 0; v < labels.length; v++) {
      prices(v);
      System.arraycopy(price, 0, costs, v * k, k);
    }
    return costs;
  }
}
