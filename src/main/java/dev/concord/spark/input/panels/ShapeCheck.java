package dev.concord.spark.input.panels;

/** Told the shape of a table before its features are laid out; refuses it by throwing. */
@FunctionalInterface
public interface ShapeCheck {
  /** Lets every shape pass. */
  ShapeCheck NONE = (n, dim) -> {};

  /** Checks n points of {@code dim} features. */
  void check(int n, int dim);
}
