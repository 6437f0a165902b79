package dev.concord.method;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a method declares: the description by which a user chooses one, its options and what the
 * rest of a run must know of it.
 *
 * @param name its name in configurations
 * @param title what it is, in a few words
 * @param paper where it was published
 * @param needs what it cannot run without
 * @param guarantees the properties that its result has, and those that it need not have
 * @param size up to which size it runs
 * @param options of its block in {@code method}, in the order in which documents list them
 * @param figures the records that the figures of its results may be
 * @param traits what holds of it and of few others
 */
public record MethodInfo(
    String name,
    String title,
    String paper,
    String needs,
    String guarantees,
    String size,
    List<Option<?>> options,
    List<Class<? extends MethodFigures>> figures,
    Set<Trait> traits) {

  /** What holds of some methods; the methods of {@link Method} of these names say more. */
  public enum Trait {
    USES_LABELS,
    USES_EARLIER,
    USES_SIDE_GRAPH,
    USES_SOURCES,
    TAKES_REAL_WEIGHTS,
    TAKES_SCORES,
    NEEDS_PAIRS,
    NEEDS_LABELS,
    NEEDS_FEATURES,
    NEEDS_NO_EDGES,
    FINDS_COUNT,
    IS_NOT_REFINED_BY_CUT
  }

  /** A method without options, figures and traits. */
  public MethodInfo(
      String name, String title, String paper, String needs, String guarantees, String size) {
    this(name, title, paper, needs, guarantees, size, List.of(), List.of(), Set.of());
  }

  /** The same method, with these options. */
  public MethodInfo reading(Option<?>... read) {
    return reading(List.of(read));
  }

  /** The same method, with these options. */
  public MethodInfo reading(List<Option<?>> read) {
    return new MethodInfo(name, title, paper, needs, guarantees, size, read, figures, traits);
  }

  /** The same method, whose figures are one of these records. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public final MethodInfo reporting(Class<? extends MethodFigures>... records) {
    return new MethodInfo(
        name, title, paper, needs, guarantees, size, options, List.of(records), traits);
  }

  /** The same method, of which these hold. */
  public MethodInfo with(Trait first, Trait... others) {
    return new MethodInfo(
        name, title, paper, needs, guarantees, size, options, figures, EnumSet.of(first, others));
  }
}
