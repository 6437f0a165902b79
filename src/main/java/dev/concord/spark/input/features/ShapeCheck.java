package dev.concord.spark.input.features;

/** Checks the shape of a table before memory is allocated for its features; throws to refuse it. */
@FunctionalInterface
public interface ShapeCheck {
  /** Lets every shape pass. */
  ShapeCheck NONE = (n, dim) -> {};

  /** Checks n points of {@code dim} features. */
  void check(int n, int dim);
}
