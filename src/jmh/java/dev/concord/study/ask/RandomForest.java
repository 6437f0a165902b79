package dev.concord.study.ask;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Leaves of a random forest (Breiman 2001) of a partition: trees on bootstrap samples, at each node
 * the best Gini split of ⌊√d⌋ random features, down to pure leaves. The similarity of two points is
 * the share of trees in which they lie in one leaf. O(trees·n·log² n·√d).
 */
final class RandomForest {
  private final Rows rows;
  private final int[] labels;
  private final int classes;
  private final SplittableRandom random;
  private final int[][] leaf;
  private final int[][] rank;
  private int leaves;

  private RandomForest(Rows rows, int[] labels, int trees, SplittableRandom random) {
    this.rows = rows;
    this.labels = labels;
    this.random = random;
    int most = 0;
    for (int label : labels) {
      most = Math.max(most, label);
    }
    this.classes = most + 1;
    this.leaf = new int[trees][rows.count()];
    this.rank = ranks(rows);
  }

  /** For each feature the place of each point's value among the different values. */
  private static int[][] ranks(Rows rows) {
    int n = rows.count();
    int[][] rank = new int[rows.dim()][n];
    for (int d = 0; d < rank.length; d++) {
      int feature = d;
      double[] values = new double[n];
      Arrays.setAll(values, i -> rows.values()[i * rows.dim() + feature]);
      double[] different = Arrays.stream(values).distinct().sorted().toArray();
      Arrays.setAll(rank[d], i -> Arrays.binarySearch(different, values[i]));
    }
    return rank;
  }

  static RandomForest of(Rows rows, int[] labels, int trees, SplittableRandom random) {
    RandomForest forest = new RandomForest(rows, labels, trees, random);
    int n = rows.count();
    for (int[] ofTree : forest.leaf) {
      int[] sample = new int[n];
      int[] all = new int[n];
      for (int i = 0; i < n; i++) {
        sample[i] = random.nextInt(n);
        all[i] = i;
      }
      forest.leaves = 0;
      forest.grow(sample, all, ofTree);
    }
    return forest;
  }

  /** For each point the share of trees in which it lies in one leaf with the point given. */
  double[] similarities(int point) {
    double[] together = new double[rows.count()];
    for (int[] ofTree : leaf) {
      int here = ofTree[point];
      for (int i = 0; i < together.length; i++) {
        together[i] += ofTree[i] == here ? 1 : 0;
      }
    }
    for (int i = 0; i < together.length; i++) {
      together[i] /= leaf.length;
    }
    return together;
  }

  private record Split(int feature, double threshold, double impurity) {}

  /** Splits the sample of a node, and with it all points that come to the node. */
  private void grow(int[] sample, int[] points, int[] ofTree) {
    Split best = isPure(sample) ? null : best(sample);
    if (best == null) {
      for (int point : points) {
        ofTree[point] = leaves;
      }
      leaves++;
      return;
    }
    grow(side(sample, best, true), side(points, best, true), ofTree);
    grow(side(sample, best, false), side(points, best, false), ofTree);
  }

  private boolean isPure(int[] sample) {
    for (int i : sample) {
      if (labels[i] != labels[sample[0]]) {
        return false;
      }
    }
    return true;
  }

  private int[] side(int[] points, Split split, boolean low) {
    int[] side = new int[points.length];
    int count = 0;
    for (int point : points) {
      if (rows.values()[point * rows.dim() + split.feature()] <= split.threshold() == low) {
        side[count++] = point;
      }
    }
    return Arrays.copyOf(side, count);
  }

  /** The best of random features; when all of these are constant, more are drawn. */
  private @Nullable Split best(int[] sample) {
    int dim = rows.dim();
    int wanted = Math.max(1, (int) Math.sqrt(dim));
    int[] order = new int[dim];
    Arrays.setAll(order, d -> d);
    Split best = null;
    for (int tried = 0; tried < dim && (tried < wanted || best == null); tried++) {
      int other = tried + random.nextInt(dim - tried);
      int feature = order[other];
      order[other] = order[tried];
      order[tried] = feature;
      Split split = best(sample, feature);
      if (split != null && (best == null || split.impurity() < best.impurity())) {
        best = split;
      }
    }
    return best;
  }

  private @Nullable Split best(int[] sample, int feature) {
    int size = sample.length;
    int dim = rows.dim();
    double[] values = new double[size];
    long[] order = new long[size];
    for (int s = 0; s < size; s++) {
      order[s] = ((long) rank[feature][sample[s]] << 32) | sample[s];
    }
    Arrays.sort(order);
    for (int s = 0; s < size; s++) {
      values[s] = rows.values()[(int) order[s] * dim + feature];
    }
    double[] left = new double[classes];
    double[] right = new double[classes];
    for (int i : sample) {
      right[labels[i]]++;
    }
    Split best = null;
    double squaresLeft = 0.0;
    double squaresRight = 0.0;
    for (double count : right) {
      squaresRight += count * count;
    }
    for (int s = 0; s + 1 < size; s++) {
      int label = labels[(int) order[s]];
      squaresLeft += 2.0 * left[label] + 1.0;
      squaresRight -= 2.0 * right[label] - 1.0;
      left[label]++;
      right[label]--;
      double here = values[s];
      double next = values[s + 1];
      if (here < next) {
        // n_l·Gini_l + n_r·Gini_r is n less this sum.
        double impurity = size - squaresLeft / (s + 1) - squaresRight / (size - s - 1);
        if (best == null || impurity < best.impurity()) {
          double middle = here + (next - here) / 2.0;
          best = new Split(feature, middle < next ? middle : here, impurity);
        }
      }
    }
    return best;
  }
}
