package dev.concord.method;

import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.List;

/**
 * The methods that there are, by name. A new method is one class, one line here and one section in
 * docs/METHODS.md.
 */
public final class Catalogue {
  private static final Catalogue STANDARD = new Catalogue(standardMethods());

  private final List<Method> methods;

  private Catalogue(List<Method> methods) {
    this.methods = methods;
  }

  private static List<Method> standardMethods() {
    return List.of(
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
  }

  /** The methods of Concord. */
  public static Catalogue standard() {
    return STANDARD;
  }

  /** These methods and one more. */
  public Catalogue with(Method method) {
    List<Method> more = new ArrayList<>(methods);
    more.add(method);
    return new Catalogue(List.copyOf(more));
  }

  /** The names of the methods, in catalogue order. */
  public List<String> names() {
    return methods.stream().map(method -> method.info().name()).toList();
  }

  /** The rows of Concord's methods, in catalogue order. */
  public static List<MethodInfo> all() {
    return STANDARD.methods.stream().map(Method::info).toList();
  }

  /** Concord's method of that name, as {@link #method}. */
  public static Method named(String name) {
    return STANDARD.method(name);
  }

  /**
   * The method of that name.
   *
   * @throws InputException when there is none
   */
  public Method method(String name) {
    for (Method method : methods) {
      if (method.info().name().equals(name)) {
        return method;
      }
    }
    throw new InputException(
        "clusters.method is \""
            + name
            + "\", which is not a method of this version; choose one of "
            + String.join(", ", names())
            + ".");
  }
}
