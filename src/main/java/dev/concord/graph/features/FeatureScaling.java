package dev.concord.graph.features;

/** The scaling of features before distances. */
public enum FeatureScaling {
  /** Nothing. */
  NONE,
  /** Each column to mean 0 and standard deviation 1 (n - 1); constant columns dropped. */
  STANDARD,
  /** Each row to unit 2-norm. */
  UNIT
}
