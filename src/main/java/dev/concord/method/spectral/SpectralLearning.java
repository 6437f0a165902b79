package dev.concord.method.spectral;

import dev.concord.graph.AffinityMatrix;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;

/**
 * Constraints written into the affinities, then spectral clustering with M = D^-1/2 A D^-1/2: the
 * constrained affinities of Kamvar, Klein and Manning (Spectral Learning, IJCAI 2003, section 4)
 * under the divisive normalization of Ng, Jordan and Weiss 2001, with rows scaled to length 1 as
 * both papers do. For the additive normalization of the same authors see {@link Kkm}.
 *
 * <p>Cost: the eigenvectors of a matrix of the graph's size, then k-means on n x k. A pair changes
 * one weight and is honoured softly.
 */
public final class SpectralLearning implements AffinityMethod {
  private static final MethodInfo INFO =
      new MethodInfo(
              "spectral-learning",
              "Pairs as weights 1 and 0, divisive normalization",
              "Kamvar, Klein and Manning, IJCAI 2003",
              "features or edges; pairs (must-link, cannot-link, weights)",
              "none: a pair changes the weight of one edge",
              "graphs whose eigenvectors fit the driver (10 million points and more)")
          .reading(ConstrainedSpectrum.options(true));

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    ConstrainedSpectrum spectrum = new ConstrainedSpectrum(problem, services, INFO.name());
    Eigenpairs pairs =
        spectrum.leading(
            AffinityMatrix.normalized(spectrum.graph(), spectrum.diagonal()),
            AffinityMatrix.degrees(spectrum.graph(), spectrum.diagonal()));
    Embedding leading = new Embedding(problem.size(), pairs.count(), pairs.vectors());
    return spectrum.round("M", leading, pairs, true);
  }
}
