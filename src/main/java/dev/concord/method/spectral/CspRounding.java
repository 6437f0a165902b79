package dev.concord.method.spectral;

import dev.concord.error.InputException;
import dev.concord.method.Embedding;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import java.util.Arrays;

/** From the feasible vectors of csp to clusters, or to the columns that k-means gets. */
final class CspRounding {
  static final Option<String> DISCRETIZE =
      Option.of(
          "discretize",
          OptionTypes.word(
              "auto", "sign", "kmeans", "kmeans-sign", "kmeans-weighted", "kmeans-rows"),
          "auto",
          "How vectors become clusters. auto: sign for 2 clusters, else kmeans. kmeans-rows: with a"
              + " constant column, and rows scaled to length 1, as ncut does.");

  private CspRounding() {}

  /**
   * The way in which vectors become clusters, {@code auto} resolved.
   *
   * @throws InputException when signs are asked for more than two clusters
   */
  static String discretization(Problem problem) {
    String asked = problem.options().get(DISCRETIZE);
    if (asked.equals("sign") && problem.clusters() > 2) {
      throw new InputException(
          "method.csp.discretize is sign, which makes two clusters, but clusters.count is "
              + problem.clusters()
              + "; use kmeans, kmeans-rows, kmeans-sign or kmeans-weighted.");
    }
    if (asked.equals("auto")) {
      return problem.clusters() == 2 ? "sign" : "kmeans";
    }
    return asked;
  }

  /** Cluster 1 where the first vector is positive, else 0. Length n. */
  static int[] signs(Embedding u) {
    int[] labels = new int[u.rows()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = u.values()[i] > 0.0 ? 1 : 0;
    }
    return labels;
  }

  /** Whether {@code u} has one sign on all points with an edge: it cuts nothing off. */
  static boolean isOneSigned(Problem problem, double[] u) {
    boolean positive = false;
    boolean other = false;
    for (int i = 0; i < u.length; i++) {
      if (problem.graph().degrees()[i] > 0.0) {
        positive |= u[i] > 0.0;
        other |= !(u[i] > 0.0);
      }
    }
    return positive != other;
  }

  /**
   * The columns that k-means gets.
   *
   * @param u the chosen vectors, n rows
   * @param discretize the way, not "sign"
   * @param chosen places of the columns of {@code u} among the feasible vectors
   */
  static Embedding columns(Embedding u, String discretize, FeasibleVectors found, int[] chosen) {
    if (discretize.equals("kmeans")) {
      return u;
    }
    if (discretize.equals("kmeans-rows")) {
      // The trivial solution u = 1 has u'Du = vol, as the columns have.
      double[] values = Arrays.copyOf(u.values(), u.values().length + u.rows());
      Arrays.fill(values, u.values().length, values.length, 1.0);
      return new Embedding(u.rows(), u.columns() + 1, values).normalizedRows();
    }
    double[] signs = new double[u.values().length];
    for (int i = 0; i < signs.length; i++) {
      signs[i] = Math.signum(u.values()[i]);
    }
    Embedding columns = new Embedding(u.rows(), u.columns(), signs);
    if (discretize.equals("kmeans-sign")) {
      return columns;
    }
    double[] weights = new double[chosen.length];
    Arrays.setAll(weights, j -> 1.0 / found.cost()[chosen[j]]);
    return columns.scaledColumns(weights);
  }
}
