package dev.concord.method;

import dev.concord.linalg.Solver;

/** The options that methods with an eigensolver share. */
public final class SolverOptions {
  /** Eigenvectors that a learned kernel is made of. */
  public static final Option<Integer> EIGENVECTORS =
      Option.following(
          "eigenvectors",
          OptionTypes.whole(1),
          Option.CLUSTERS_EIGENVECTORS,
          "The number of eigenvectors used.");

  /** Eigenvectors of a method that needs one a cluster. */
  public static final Option<Integer> EIGENVECTORS_BY_COUNT =
      Option.following(
          "eigenvectors",
          OptionTypes.whole(1),
          Option.CLUSTERS_COUNT,
          "The number of eigenvectors used.");

  /** The route to eigenpairs. */
  public static final Option<Solver> SOLVER =
      Option.choice(
          "solver",
          Solver.class,
          "The eigensolver. lanczos is taken for block; dense suits small graphs only.");

  /** The route of methods with a problem of two matrices. */
  public static final Option<Solver> SOLVER_OF_TWO_MATRICES =
      Option.choice(
          "solver",
          Solver.class,
          "The eigensolver. block is taken for arpack and lanczos; dense suits small graphs only.");

  /** When an eigenpair is accepted. */
  public static final Option<Double> TOLERANCE =
      Option.of(
          "tolerance",
          OptionTypes.fraction(),
          1e-8,
          "The relative residual at which an eigenpair is accepted.");

  /** The limit of iterations of a solver. */
  public static final Option<Integer> MAX_ITERATIONS =
      Option.of(
          "max-iterations",
          OptionTypes.whole(1),
          1000,
          "Restarts or block iterations of the eigensolver before it is declared not to converge.");

  /** Rows of unit length. */
  public static final Option<Boolean> NORMALIZE_ROWS =
      Option.of(
          "normalize-rows",
          OptionTypes.flag(),
          true,
          "Whether each row of the embedding is scaled to length 1.");

  private SolverOptions() {}
}
