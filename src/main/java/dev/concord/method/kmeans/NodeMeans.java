package dev.concord.method.kmeans;

import dev.concord.linalg.Vectors;
import dev.concord.partition.coloring.PartitionProblem;

/**
 * The features of nodes, which are must-link components or single points: the mean of a node's rows
 * and their number. The squared distances of a node's rows to a centre add up to the number times
 * the squared distance of the mean, plus a part that is the same for all centres.
 *
 * @param means node by node, {@code dim} values each
 * @param counts rows of each node
 * @param within the part that is the same for all centres, summed over the nodes
 */
record NodeMeans(double[] means, int dim, int[] counts, double within) {

  /**
   * The means. Time and memory O(n d).
   *
   * @param features n rows, row by row
   */
  static NodeMeans of(double[] features, PartitionProblem problem) {
    int n = problem.points();
    int dim = features.length / n;
    int[] nodeOf = problem.nodeOf();
    double[] means = new double[problem.nodes() * dim];
    int[] counts = new int[problem.nodes()];
    for (int i = 0; i < n; i++) {
      counts[nodeOf[i]]++;
      for (int d = 0; d < dim; d++) {
        means[nodeOf[i] * dim + d] += features[i * dim + d];
      }
    }
    for (int v = 0; v < counts.length; v++) {
      for (int d = 0; d < dim; d++) {
        means[v * dim + d] /= counts[v];
      }
    }
    double within = 0.0;
    for (int i = 0; i < n; i++) {
      within += Vectors.squaredDistance(dim, features, i * dim, means, nodeOf[i] * dim);
    }
    return new NodeMeans(means, dim, counts, within);
  }

  int nodes() {
    return counts.length;
  }

  int points() {
    int points = 0;
    for (int count : counts) {
      points += count;
    }
    return points;
  }

  /** The squared distances of a node's rows to a centre, without the part within the node. */
  double cost(int node, double[] centres, int cluster) {
    return counts[node] * Vectors.squaredDistance(dim, means, node * dim, centres, cluster * dim);
  }

  /** {@code sum} plus the cost of every node at the centre of its label, added in node order. */
  double plusSquares(double sum, int[] labels, double[] centres) {
    double total = sum;
    for (int v = 0; v < labels.length; v++) {
      total += cost(v, centres, labels[v]);
    }
    return total;
  }

  /** The mean squared distance of a row from the mean of all rows. */
  double variance() {
    double[] mean = new double[dim];
    int points = points();
    for (int v = 0; v < counts.length; v++) {
      for (int d = 0; d < dim; d++) {
        mean[d] += counts[v] * means[v * dim + d] / points;
      }
    }
    double sum = within;
    for (int v = 0; v < counts.length; v++) {
      sum += cost(v, mean, 0);
    }
    return sum / points;
  }

  /** Moves every centre to the mean of its rows, one without rows nowhere. */
  void recentre(int[] labels, double[] centres) {
    int k = centres.length / dim;
    double[] sums = new double[centres.length];
    int[] sizes = new int[k];
    for (int v = 0; v < counts.length; v++) {
      sizes[labels[v]] += counts[v];
      for (int d = 0; d < dim; d++) {
        sums[labels[v] * dim + d] += counts[v] * means[v * dim + d];
      }
    }
    for (int c = 0; c < k; c++) {
      for (int d = 0; sizes[c] > 0 && d < dim; d++) {
        centres[c * dim + d] = sums[c * dim + d] / sizes[c];
      }
    }
  }
}
