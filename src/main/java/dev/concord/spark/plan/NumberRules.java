package dev.concord.spark.plan;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.error.InputException;
import dev.concord.method.Method;
import java.util.Map;

/** What does not go with a method that finds the number of clusters, and other numbers of rows. */
final class NumberRules {
  private NumberRules() {}

  /** Refuses settings that need a number of clusters, beside a method that finds it. */
  static void check(ConcordConfig config, Method method) {
    if (!method.findsCount()) {
      return;
    }
    ClustersConfig clusters = config.clusters();
    String name = method.info().name();
    if (!clusters.number().auto()) {
      throw new InputException(
          "clusters.count = "
              + clusters.number()
              + ", but clusters.method = "
              + name
              + " finds the number of clusters; set clusters.count = auto, or choose another"
              + " method.");
    }
    if (clusters.sizes() != null) {
      throw new InputException(
          "clusters.sizes bounds the sizes of a given number of clusters, but clusters.method = "
              + name
              + " finds the number; leave clusters.sizes out, or choose another method.");
    }
  }

  /** What an input has lost besides its points; empty where nothing is left out. */
  static String withoutDropped(Map<String, Long> dropped) {
    long rows = dropped.getOrDefault("input.features", 0L);
    return rows == 0
        ? ""
        : ", beside "
            + rows
            + (rows == 1 ? " row that is" : " rows that are")
            + " left out for a missing value (input.features.missing = drop)";
  }
}
