package dev.concord.spark.base;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of neighbour lists beyond the graph.
 *
 * @param keep whether they are kept for the next run, with spare entries
 * @param base the earlier run whose lists are brought up to date, or null
 */
public record ListKeeping(boolean keep, @Nullable BaseRun base) {
  /** They serve the graph alone. */
  public static final ListKeeping NONE = new ListKeeping(false, null);
}
