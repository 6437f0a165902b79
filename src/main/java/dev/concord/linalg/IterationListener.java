package dev.concord.linalg;

/**
 * Receives the progress of an iterative solver. Called on the solver's thread; must return quickly.
 */
@FunctionalInterface
public interface IterationListener {
  IterationListener NONE = (iteration, products, residual) -> {};

  /**
   * Takes note of one step.
   *
   * @param iteration restarts or steps done so far
   * @param products products with the operator so far
   * @param residual the largest residual estimate now, NaN while there is none
   */
  void step(int iteration, long products, double residual);
}
