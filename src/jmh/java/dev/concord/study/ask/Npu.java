package dev.concord.study.ask;

import dev.concord.constraint.PairConstraints;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Normalized point-based uncertainty (Xiong, Azimi and Fern, Active Learning of Constraints for
 * Semi-Supervised Clustering, TKDE 2014): each point asked about is compared with the
 * neighbourhoods so far, the likeliest first, until one is its own. It is the point whose entropy
 * over the neighbourhoods, by a random forest of the present partition, is the largest for the
 * number of questions expected.
 *
 * <p>The paper clusters again after each point. Here that happens when so many answers have come as
 * a round has; with 1 it is as in the paper.
 */
final class Npu {
  private static final int TREES = 50;

  private final Oracle oracle;
  private final Rows rows;
  private final Function<PairConstraints, int[]> clustering;
  private final SplittableRandom random;
  private final Neighborhoods sets;

  /** Of each member of a neighbourhood, how similar all points are to it by the present forest. */
  private final Map<Integer, double[]> similarities = new HashMap<>();

  private RandomForest forest;
  private int seen;

  private Npu(
      Oracle oracle,
      Rows rows,
      Function<PairConstraints, int[]> clustering,
      SplittableRandom random) {
    this.oracle = oracle;
    this.rows = rows;
    this.clustering = clustering;
    this.random = random;
    this.sets = new Neighborhoods(oracle);
    this.forest = partition();
  }

  private RandomForest partition() {
    return RandomForest.of(
        rows, clustering.apply(oracle.pairs(Integer.MAX_VALUE)), TREES, random.split());
  }

  /**
   * @param round answers after which the points are clustered again
   */
  static void ask(
      Oracle oracle,
      Rows rows,
      int round,
      Function<PairConstraints, int[]> clustering,
      SplittableRandom random) {
    Npu strategy = new Npu(oracle, rows, clustering, random);
    try {
      strategy.sets.place(random.nextInt(oracle.points()), new double[0]);
      while (!strategy.sets.isComplete()) {
        if (oracle.count() >= strategy.seen + round) {
          strategy.seen = oracle.count();
          strategy.forest = strategy.partition();
          strategy.similarities.clear();
        }
        strategy.next();
      }
    } catch (Oracle.Spent e) {
      // All questions were asked.
    }
  }

  private void next() {
    int best = -1;
    double most = Double.NEGATIVE_INFINITY;
    double[] ofBest = new double[0];
    for (int i = 0; i < oracle.points(); i++) {
      if (!sets.holds(i)) {
        double[] likelihood = likelihood(i);
        double value = value(likelihood);
        if (value > most) {
          most = value;
          best = i;
          ofBest = likelihood;
        }
      }
    }
    sets.place(best, ofBest);
  }

  /** The mean similarity to the members of each neighbourhood, in relation to the others. */
  private double[] likelihood(int point) {
    double[] likelihood = new double[sets.count()];
    double sum = 0.0;
    for (int s = 0; s < likelihood.length; s++) {
      for (int member : sets.set(s)) {
        double[] similarity = similarities.computeIfAbsent(member, forest::similarities);
        likelihood[s] += similarity[point] / sets.set(s).size();
      }
      sum += likelihood[s];
    }
    for (int s = 0; s < likelihood.length; s++) {
      // A point like none of them may be of each.
      likelihood[s] = sum > 0.0 ? likelihood[s] / sum : 1.0 / likelihood.length;
    }
    return likelihood;
  }

  /** Entropy over the expected number of questions. */
  private static double value(double[] likelihood) {
    double[] sorted = likelihood.clone();
    Arrays.sort(sorted);
    double entropy = 0.0;
    double questions = 0.0;
    for (int s = 0; s < sorted.length; s++) {
      double p = sorted[sorted.length - 1 - s];
      questions += (s + 1) * p;
      entropy -= p > 0.0 ? p * Math.log(p) : 0.0;
    }
    return entropy / questions;
  }
}
