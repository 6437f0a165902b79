package dev.concord.method.auto;

import dev.concord.error.InputException;
import dev.concord.method.KnownLabels;
import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.option.Option;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The choice among the methods, {@code clusters.method = auto}. A job makes the choice before it
 * builds its graph, by the likelihood of the pairs or by held-out constraints (see {@link
 * dev.concord.method.auto.Selection}), and then runs the method chosen. Where there is too little
 * to judge by, and for callers who run this class itself, it is gfhf with labels of two classes
 * alone, and ensemble otherwise.
 */
public final class Auto implements Method {
  private final Function<String, Method> methods;

  private static final MethodInfo INFO =
      new MethodInfo(
          AutoOptions.NAME,
          "The method whose partition the pairs support, of more than ensemble has",
          "Concord's own; with splits the one-standard-error rule of Breiman et al. 1984",
          "pairs or labels",
          "what the chosen method guarantees",
          "that of the methods to choose from; judged on 5,000 points");

  /**
   * The choice.
   *
   * @param methods the method of a name
   */
  public Auto(Function<String, Method> methods) {
    this.methods = methods;
  }

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public List<Option<?>> options() {
    return AutoOptions.ALL;
  }

  @Override
  public boolean usesLabels() {
    return true;
  }

  /** The method taken without a choice. */
  public static String fallback(boolean pairs, @Nullable KnownLabels labels) {
    boolean labelled = labels != null && labels.names().length > 1 && labels.known() > 0;
    return labelled && !pairs ? "gfhf" : "ensemble";
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    long most = 0;
    for (String name : AutoOptions.of(options).methods()) {
      MethodOptions own = new MethodOptions(name, Map.of());
      most = Math.max(most, methods.apply(name).driverBytes(points, clusters, own));
    }
    return most;
  }

  @Override
  public int extraMatrices() {
    return 2;
  }

  private void requireKnown(String listed) {
    try {
      methods.apply(listed).info();
    } catch (InputException e) {
      throw new InputException("method.auto.methods: " + e.getMessage(), e);
    }
  }

  /** None: a job keeps the result of the method chosen. */
  @Override
  public List<Class<? extends MethodFigures>> figureTypes() {
    return List.of();
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    AutoOptions.of(problem.options()).methods().forEach(this::requireKnown);
    String name = fallback(problem.constraints().size() > 0, problem.labels());
    MethodResult result =
        methods
            .apply(name)
            .run(
                new Problem(
                    problem.graph(),
                    problem.components(),
                    problem.adjacency(),
                    problem.constraints(),
                    problem.hard(),
                    problem.labels(),
                    problem.side(),
                    problem.clusters(),
                    new MethodOptions(name, Map.of()),
                    problem.seeds()),
                services);
    return new MethodResult(
        result.labels(),
        result.embedding(),
        result.spectrum(),
        new AutoFigures(name, result.figures()),
        result.partitions());
  }
}
