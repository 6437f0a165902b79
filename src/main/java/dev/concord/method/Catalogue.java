package dev.concord.method;

import dev.concord.error.InputException;
import java.util.List;

/** Every method there is. A new method is one class and one line here. */
public final class Catalogue {
  private static final List<Method> METHODS =
      List.of(
          new NormalizedCuts(),
          new ConstrainedSpectralPartitioning(),
          new SpectralKernelLearning(),
          new OneSpectralCuts(),
          new HarmonicFunctions(),
          new LocalGlobalConsistency(),
          new StationaryLabels(),
          new SpectralLearning(),
          new AdditiveSpectralLearning(),
          new RandomWalkClustering(),
          new SemiSupervisedKernelKMeans(),
          new SpectralRegularization(),
          new LinearConstraintCuts(),
          new ConstrainedCompleteLinkage(),
          new DemandCuts(),
          new AutomaticChoice(Catalogue::named));

  private Catalogue() {}

  /** The methods' rows, in catalogue order. */
  public static List<MethodInfo> all() {
    return METHODS.stream().map(Method::info).toList();
  }

  /** The method of that name. */
  public static Method named(String name) {
    for (Method method : METHODS) {
      if (method.info().name().equals(name)) {
        return method;
      }
    }
    throw new InputException(
        "clusters.method is \""
            + name
            + "\", which is not a method of this version; choose one of "
            + String.join(", ", all().stream().map(MethodInfo::name).toList())
            + ".");
  }
}
