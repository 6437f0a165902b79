package dev.concord.method.spectral;

import dev.concord.graph.AffinityMatrix;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;

/**
 * Spectral Learning as published (Kamvar, Klein and Manning, IJCAI 2003), called KKM in the poster
 * of Xu, desJardins and Wagstaff: constraints written into the affinities, the additive
 * normalization N = (A + d_max I - D) / d_max, its k leading eigenvectors with rows scaled to
 * length 1, k-means.
 *
 * <p>N = I - L / d_max for the unnormalized Laplacian L. Its leading eigenvectors dwell on small
 * sparse regions when degrees differ much, and its leading eigenvalues are then close together: it
 * may take many more products than {@code spectral-learning}.
 */
public final class Kkm implements AffinityMethod {
  private static final MethodInfo INFO =
      new MethodInfo(
              "kkm",
              "Pairs as weights 1 and 0, additive normalization",
              "Kamvar, Klein and Manning, IJCAI 2003",
              "features or edges; pairs (must-link, cannot-link, weights)",
              "none: a pair changes the weight of one edge",
              "graphs whose eigenvectors fit the driver; slow where degrees differ much")
          .reading(ConstrainedSpectrum.options(true));

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    ConstrainedSpectrum spectrum = new ConstrainedSpectrum(problem, services, INFO.name());
    double[] members = new double[problem.size()];
    for (int i = 0; i < members.length; i++) {
      members[i] = spectrum.graph().degrees()[i] > 0.0 ? 1.0 : 0.0;
    }
    Eigenpairs pairs =
        spectrum.leading(AffinityMatrix.additive(spectrum.graph(), spectrum.diagonal()), members);
    Embedding leading = new Embedding(problem.size(), pairs.count(), pairs.vectors());
    return spectrum.round("N", leading, pairs, true);
  }
}
