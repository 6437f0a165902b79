package dev.concord.method.spectral;

import dev.concord.graph.AffinityMatrix;
import dev.concord.linalg.Vectors;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;

/**
 * The algorithm CSC of Xu, desJardins and Wagstaff (Constrained Spectral Clustering under a Local
 * Proximity Structure Assumption, FLAIRS 2005): constraints written into the affinities, then
 * k-means on the k leading eigenvectors of the random walk P = D^-1 A.
 *
 * <p>P has the eigenvalues of the symmetric D^-1/2 A D^-1/2, and its eigenvectors are D^-1/2 times
 * that matrix's, here scaled to length 1 with the entry of largest magnitude positive. Where A has
 * blocks whose rows sum alike, the eigenvectors are constant on each block: a must-link between two
 * sub-clusters makes them one. The kernel's bandwidth decides whether that happens; {@code
 * graph.bandwidth = local-proximity} is the rule of the same paper.
 */
public final class RandomWalkCsc implements AffinityMethod {
  private static final MethodInfo INFO =
      new MethodInfo(
              "random-walk-csc",
              "Pairs as weights 1 and 0, eigenvectors of the random walk",
              "Xu, desJardins and Wagstaff, FLAIRS 2005",
              "features or edges; pairs (must-link, cannot-link, weights)",
              "none: a pair changes the weight of one edge",
              "graphs whose eigenvectors fit the driver (10 million points and more)")
          .reading(ConstrainedSpectrum.options(false));

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    ConstrainedSpectrum spectrum = new ConstrainedSpectrum(problem, services, INFO.name());
    double[] degrees = AffinityMatrix.degrees(spectrum.graph(), spectrum.diagonal());
    Eigenpairs pairs =
        spectrum.leading(AffinityMatrix.normalized(spectrum.graph(), spectrum.diagonal()), degrees);
    return spectrum.round("P", walk(pairs, degrees), pairs, false);
  }

  /** Eigenvectors of D^-1 A from those of D^-1/2 A D^-1/2. */
  private static Embedding walk(Eigenpairs pairs, double[] degrees) {
    int n = pairs.n();
    double least = Double.POSITIVE_INFINITY;
    for (double degree : degrees) {
      least = degree > 0.0 ? Math.min(least, degree) : least;
    }
    // Factors of at most 1: nothing overflows however small a degree is.
    double[] factor = new double[n];
    for (int i = 0; i < n; i++) {
      factor[i] = degrees[i] > 0.0 ? Math.sqrt(least / degrees[i]) : 1.0;
    }
    double[] vectors = pairs.vectors().clone();
    for (int j = 0; j < pairs.count(); j++) {
      int base = j * n;
      double largest = 0.0;
      for (int i = 0; i < n; i++) {
        vectors[base + i] *= factor[i];
        largest = Math.max(largest, Math.abs(vectors[base + i]));
      }
      if (largest > 0.0) {
        for (int i = 0; i < n; i++) {
          vectors[base + i] /= largest;
        }
        Vectors.scale(n, 1.0 / Vectors.norm(n, vectors, base), vectors, base);
        Vectors.fixSign(n, vectors, base);
      }
    }
    return new Embedding(n, pairs.count(), vectors);
  }
}
