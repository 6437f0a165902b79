package dev.concord.graph.features;

/** The scaling of features before distances. */
public enum FeatureScaling {
  /**
   * {@link #RANGE} for columns of mixed units, {@link #LIMIT} where few far values make up most of
   * all distances, {@link #UNIT} for rows of few values, {@link #NONE} for all others: {@link
   * ScalingRule}.
   */
  AUTO,
  /** Nothing. */
  NONE,
  /** Far values limited as by {@link #RANGE}, in the columns' own units. */
  LIMIT,
  /**
   * Each column over the width of its middle 95 %, far values limited; constant columns dropped.
   */
  RANGE,
  /** Each column to mean 0 and standard deviation 1 (n - 1); constant columns dropped. */
  STANDARD,
  /** Each row to unit 2-norm. */
  UNIT
}
