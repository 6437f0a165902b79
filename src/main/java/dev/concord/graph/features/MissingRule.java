package dev.concord.graph.features;

/** What is done about missing features. */
public enum MissingRule {
  /** The table is refused. */
  REFUSE,
  /** The rows that have them are left out. */
  DROP,
  /** The mean of the column stands for them. */
  MEAN,
  /** The median of the column stands for them. */
  MEDIAN;

  /** Whether values stand for missing ones. */
  public boolean isFilling() {
    return this == MEAN || this == MEDIAN;
  }
}
