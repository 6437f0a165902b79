package dev.concord.linalg;

import java.util.Locale;

/** The eigensolvers that a configuration may select. */
public enum Solver {
  /** Chosen by the order of the matrix, the number of eigenpairs and the cost of a product. */
  AUTO,
  /** ARPACK's implicitly restarted Lanczos method. */
  ARPACK,
  /** The block Lanczos method. */
  BLOCK,
  /** LAPACK on the whole matrix, for small orders. */
  DENSE;

  /** As configurations and messages spell it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
