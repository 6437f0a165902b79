package dev.concord.method.spectral;

import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodOptions;
import java.util.List;

/** A method that writes the pairs into the weights: see {@link ConstrainedSpectrum}. */
interface AffinityMethod extends Method {
  @Override
  default long driverBytes(long points, int clusters, MethodOptions options) {
    return ConstrainedSpectrum.bytes(points, clusters, options);
  }

  @Override
  default List<Class<? extends MethodFigures>> figureTypes() {
    return List.of(AffinityFigures.class);
  }

  @Override
  default int extraMatrices() {
    return 3;
  }
}
