package dev.concord.graph.features;

/** What is done about missing features. */
public enum MissingRule {
  /** The table is refused. */
  REFUSE,
  /** The mean of the column stands for them. */
  MEAN,
  /** The median of the column stands for them. */
  MEDIAN
}
