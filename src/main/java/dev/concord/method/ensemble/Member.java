package dev.concord.method.ensemble;

import dev.concord.error.ConcordException;
import dev.concord.method.MethodResult;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A member of the ensemble.
 *
 * @param method its name
 * @param run the search that it goes back to, from 0: members of one run agree by descent
 * @param kind how it was found
 * @param onShared whether its run searched the graph of shared neighbours
 * @param result what it found, null when it failed
 * @param failure why it failed, or null
 */
record Member(
    String method,
    int run,
    Kind kind,
    boolean onShared,
    @Nullable MethodResult result,
    @Nullable String failure) {
  /** What the names of members end in whose columns count as the pairs say. */
  static final String BY_WEIGHTS = " by weighted columns";

  /**
   * Runs a search.
   *
   * @param failures takes the reason where it finds no partition: pairs that cannot hold, or a
   *     solver that does not converge; another member may succeed
   */
  static Member of(
      String method,
      int run,
      Kind kind,
      boolean onShared,
      Supplier<MethodResult> search,
      List<ConcordException> failures) {
    try {
      return new Member(method, run, kind, onShared, search.get(), null);
    } catch (ConcordException failure) {
      failures.add(failure);
      return new Member(method, run, kind, onShared, null, String.valueOf(failure.getMessage()));
    }
  }

  /** Whether its columns count as the pairs say. */
  boolean isByWeights() {
    return method.endsWith(BY_WEIGHTS);
  }

  /** How a partition was found. */
  enum Kind {
    /** By its method. */
    FOUND,
    /** By lowering the cut of the graph from the one before. */
    REFINED,
    /** By lowering the cut of the graph of shared neighbours from the one before. */
    REFINED_BY_SHARED
  }
}
