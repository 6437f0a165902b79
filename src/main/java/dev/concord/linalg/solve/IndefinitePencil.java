package dev.concord.linalg.solve;

import dev.concord.linalg.LinearOperator;
import java.util.function.Consumer;

/**
 * A symmetric pencil S·x = μ·L·x on a subspace, S indefinite, L positive definite there.
 *
 * @param s S, mapping the subspace into itself
 * @param l L, mapping the subspace into itself
 * @param negative N, positive semidefinite, such that S + shift·I + N is so too: where S is
 *     negative
 * @param diagonal about the diagonal of N, n values of at least 0
 * @param shift at least 0
 * @param complement projects a vector onto the subspace, in place
 */
public record IndefinitePencil(
    LinearOperator s,
    LinearOperator l,
    LinearOperator negative,
    double[] diagonal,
    double shift,
    Consumer<double[]> complement) {
  /** The dimension n. */
  public int size() {
    return s.size();
  }
}
