package dev.concord.spark.graph;

import dev.concord.config.GraphConfig;
import dev.concord.graph.search.SearchSize;

/** Exact or approximate: by the counted work alone, so that every machine chooses the same. */
public final class SearchChoice {
  private SearchChoice() {}

  /** Whether the approximate search is tried; it may still find that the exact one is cheaper. */
  public static boolean isApproximate(GraphConfig config, SearchSize size) {
    if (config.recall() >= 1.0 || size.approximateWork() >= size.exactWork()) {
      return false;
    }
    return switch (config.search()) {
      case APPROXIMATE -> true;
      case AUTO -> size.approximateIsWorthwhile();
      case EXACT -> false;
    };
  }
}
