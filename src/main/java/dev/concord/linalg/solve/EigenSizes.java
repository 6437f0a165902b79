package dev.concord.linalg.solve;

import dev.concord.error.MemoryException;
import dev.concord.linalg.Solver;
import java.util.Locale;

/**
 * Size limits of {@link SymmetricEigensolver}. A basis is one array, of at most 2<sup>31</sup> − 9
 * numbers, so n times the width of the basis is bounded whatever the heap.
 */
public final class EigenSizes {
  /** Entries of the longest array that every virtual machine makes. */
  static final long LONGEST = Integer.MAX_VALUE - 8;

  static final int DENSE_AT_MOST = 20_000;

  /**
   * Pairs computed beyond the requested ones, so that the last requested one is well inside the
   * space.
   */
  static final int EXTRA = 2;

  private static final int MIN_BASIS = 40;

  private EigenSizes() {}

  /** Width of a Lanczos basis for {@code pairs} pairs in a space of {@code free} dimensions. */
  static int basis(int pairs, int free) {
    return (int) Math.min(free, widest(pairs));
  }

  private static long widest(long pairs) {
    return Math.max(2L * pairs + 1, MIN_BASIS);
  }

  /**
   * Refuses problems that no heap can hold, before any work.
   *
   * @param n order of the operator
   * @param count eigenpairs to compute: all, or those beside the known ones
   * @param solver the route
   * @throws MemoryException when an array of the solver would be too long
   */
  public static void check(long n, long count, Solver solver) {
    boolean dense = solver == Solver.DENSE;
    if (dense && n > DENSE_AT_MOST) {
      throw new MemoryException(
          String.format(
              "Eigensolver: a dense solve of order %d takes %.1f GB; it is offered up to order %d. "
                  + "Use solver = lanczos and fewer eigenvectors than half the points.",
              n, 8e-9 * n * n, DENSE_AT_MOST));
    }
    if (!dense && !fits(n, count)) {
      throw tooWide(n, count);
    }
  }

  /** Refuses more vectors than one array holds. */
  static void checkVectors(long n, long count) {
    if (n * count > LONGEST) {
      throw new MemoryException(
          String.format(
              Locale.ROOT,
              "Eigensolver: %d eigenvectors of length %d have %,d entries, more than the %,d that one "
                  + "array holds; use at most %d.",
              count,
              n,
              n * count,
              LONGEST,
              LONGEST / n));
    }
  }

  /** Whether a basis fits one array. */
  static boolean fits(long n, long count) {
    return n * Math.min(n, widest(count + EXTRA)) <= LONGEST;
  }

  private static MemoryException tooWide(long n, long count) {
    long width = widest(count + EXTRA);
    long most = (LONGEST / n - 1) / 2 - EXTRA;
    String remedy =
        LONGEST / n >= MIN_BASIS
            ? "use at most " + most + " eigenvectors."
            : String.format(
                Locale.ROOT,
                "the smallest basis, of %d vectors, is offered up to %,d points. Cluster a sample of "
                    + "the points and place the others with assign.",
                MIN_BASIS,
                LONGEST / MIN_BASIS);
    return new MemoryException(
        String.format(
            Locale.ROOT,
            "Eigensolver: for %d eigenvectors of length %d the basis of %d vectors has %,d entries "
                + "(%.1f GB), more than the %,d that one array holds; %s",
            count,
            n,
            width,
            n * width,
            8e-9 * n * width,
            LONGEST,
            remedy));
  }
}
