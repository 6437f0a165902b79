package dev.concord.cli.start;

import java.util.HashMap;
import java.util.Map;

/** What people are told of a stage: what it does, and which one it is where a name comes again. */
final class StageWords {
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("read", "read the tables"),
          Map.entry("features", "features of equal points"),
          Map.entry("scaling", "scaling of the features"),
          Map.entry("reduction", "reduction to principal components"),
          Map.entry("cells", "cells of the approximate search"),
          Map.entry("search", "search for neighbours"),
          Map.entry("graph", "graph of the neighbours"),
          Map.entry("number", "number of clusters"),
          Map.entry("propagation", "propagation of the pairs"),
          Map.entry("eigenvectors", "eigenvectors of the graph"),
          Map.entry("method", "method on the eigenvectors"),
          Map.entry("product-cut", "product-cut, partitions of the graph by random walks"),
          Map.entry("rounding", "rounding by k-means"),
          Map.entry("cosc", "cosc, a low cut that meets the pairs"),
          Map.entry("pck-means", "pck-means, k-means with the pairs"),
          Map.entry("cop-k-means", "cop-k-means, k-means that meets the pairs"),
          Map.entry("spectral", "spectral embedding of a wider graph"),
          Map.entry("refinement", "refinement of the clusters"),
          Map.entry("unconstrained", "unconstrained clusters, for comparison"),
          Map.entry("held-out pairs", "held-out pairs, found again without them"),
          Map.entry("sizes", "sizes of the clusters"),
          Map.entry("metrics", "metrics of the clusters"),
          Map.entry("output", "output of tables and report"));

  private final Map<String, Integer> times = new HashMap<>();

  /** The words for a stage that begins. */
  String begun(String stage) {
    int time = times.merge(stage, 1, Integer::sum);
    return of(stage) + (time == 1 ? "" : " (time " + time + ")");
  }

  /** The words for a stage, whichever time it is. */
  static String of(String stage) {
    return WORDS.getOrDefault(stage, stage);
  }
}
