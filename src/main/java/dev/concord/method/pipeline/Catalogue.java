package dev.concord.method.pipeline;

import dev.concord.capability.Capabilities;
import dev.concord.error.InputException;
import dev.concord.method.Method;
import dev.concord.method.MethodInfo;
import dev.concord.method.cosc.Cosc;
import dev.concord.method.ensemble.Ensemble;
import dev.concord.method.kmeans.ConstrainedCompleteLinkage;
import dev.concord.method.kmeans.CopKMeans;
import dev.concord.method.kmeans.PckMeans;
import dev.concord.method.labels.CscGfhf;
import dev.concord.method.labels.Gfhf;
import dev.concord.method.labels.Llgc;
import dev.concord.method.productcut.ProductCut;
import dev.concord.method.spectral.Ccskl;
import dev.concord.method.spectral.Ccsr;
import dev.concord.method.spectral.Csp;
import dev.concord.method.spectral.FastGe;
import dev.concord.method.spectral.Kkm;
import dev.concord.method.spectral.Ncut;
import dev.concord.method.spectral.RandomWalkCsc;
import dev.concord.method.spectral.Sclc;
import dev.concord.method.spectral.SpectralLearning;
import dev.concord.method.spectral.Sskk;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods that there are, by name: those below and those of capabilities. A new method is one
 * class, one line here or in a capability, and one section in docs/METHODS.md.
 */
public record Catalogue(List<Method> methods) {
  private static final Catalogue STANDARD = new Catalogue(standardMethods());

  private static List<Method> standardMethods() {
    List<Method> all = new ArrayList<>(core());
    all.addAll(all.size() - 1, Capabilities.of(Method.class)); // the default, ensemble, is the last
    return List.copyOf(all);
  }

  private static List<Method> core() {
    return List.of(
        new Ncut(),
        new Csp(),
        new Ccskl(),
        new Cosc(),
        new Gfhf(),
        new Llgc(),
        new CscGfhf(),
        new SpectralLearning(),
        new Kkm(),
        new RandomWalkCsc(),
        new Sskk(),
        new Ccsr(),
        new Sclc(),
        new ConstrainedCompleteLinkage(),
        new FastGe(),
        new ProductCut(),
        new PckMeans(),
        new CopKMeans(),
        new Ensemble());
  }

  /** The first of Concord's methods that finds the number of clusters, or null. */
  public static @Nullable Method findingCount() {
    return STANDARD.methods.stream().filter(Method::findsCount).findFirst().orElse(null);
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
        "clusters.method is \"%s\", which is not a method of this version; choose one of %s."
            .formatted(name, String.join(", ", names())));
  }
}
