package dev.concord.error;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects refusals, so that one reading of a table finds all of them. The first is thrown in the
 * end and has the others as suppressed exceptions.
 */
public final class Refusals {
  /** Refusals that are kept; more are counted. */
  private static final int KEPT = 20;

  private final List<ConcordException> found = new ArrayList<>();
  private int more;

  /** What {@code step} returns; null when it refuses. */
  public <T> @Nullable T attempt(Supplier<? extends @Nullable T> step) {
    try {
      return step.get();
    } catch (ConcordException refusal) {
      add(refusal);
      return null;
    }
  }

  /** As {@link #attempt}, of a check that returns nothing. */
  public void check(Runnable step) {
    attempt(
        () -> {
          step.run();
          return true;
        });
  }

  /** Takes over a refusal, and those that were found with it; one that is known already once. */
  public void add(ConcordException refusal) {
    for (ConcordException one : all(refusal)) {
      if (found.stream().anyMatch(known -> isSame(known, one))) {
        continue;
      }
      if (found.size() < KEPT) {
        found.add(one);
      } else {
        more++;
      }
    }
  }

  /** Whether two refusals say the same. */
  public static boolean isSame(ConcordException one, ConcordException other) {
    return Objects.equals(one.getMessage(), other.getMessage());
  }

  public boolean any() {
    return !found.isEmpty();
  }

  /** Throws the first refusal, if there is any. */
  public void raise() {
    if (found.isEmpty()) {
      return;
    }
    ConcordException first = found.get(0);
    List<Throwable> known = List.of(first.getSuppressed());
    found.stream().skip(1).filter(other -> !known.contains(other)).forEach(first::addSuppressed);
    if (more > 0) {
      first.addSuppressed(
          new InputException(
              "%d more faults of the same table are not listed; mend these first".formatted(more)));
    }
    throw first;
  }

  /** A refusal and those that were found with it. */
  public static List<ConcordException> all(ConcordException refusal) {
    List<ConcordException> all = new ArrayList<>();
    all.add(refusal);
    for (Throwable other : refusal.getSuppressed()) {
      if (other instanceof ConcordException one) {
        all.add(one);
      }
    }
    return all;
  }
}
