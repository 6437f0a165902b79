package dev.concord.linalg;

import java.util.Locale;

/** The eigensolvers that a configuration may select. */
public enum Solver {
  /** Chosen by the order of the matrix and the number of eigenpairs. */
  AUTO,
  /** ARPACK's implicitly restarted Lanczos method. */
  ARPACK,
  /** The Lanczos method with thick restarts. */
  LANCZOS,
  /** Generalized Davidson, for problems of two matrices; else the same as {@link #LANCZOS}. */
  BLOCK,
  /** LAPACK on the whole matrix, for small orders. */
  DENSE;

  /** As configurations and messages spell it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
