package dev.concord.config.read;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import dev.concord.config.ClustersConfig;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Reads which points are set aside or may move, and which clusters alone are clustered anew. */
final class PartsSection {
  private static final String OUTLIERS = "outliers";
  private static final String SPLIT = "split";
  private static final String AUTO = "auto";
  private static final String MAX_DRIFT = "max-drift";

  private PartsSection() {}

  /** The share of points set aside, 0 for none. */
  static double outliers(Section clusters) {
    ConfigValue value = clusters.value(OUTLIERS);
    if (value == null || Scalars.text(value).trim().toLowerCase(Locale.ROOT).equals("none")) {
      return 0.0;
    }
    double share = Scalars.number(value);
    if (!(share > 0.0 && share < 1.0)) {
      clusters.refuse(
          OUTLIERS,
          "a share of the points above 0 and below 1, or none",
          "change it, or leave it out.");
      return 0.0;
    }
    return share;
  }

  /** The share of the points of the earlier assignment that may change their cluster; 1: all. */
  static double maxDrift(Section clusters, boolean earlier) {
    ConfigValue value = clusters.value(MAX_DRIFT);
    if (value == null || Scalars.text(value).trim().toLowerCase(Locale.ROOT).equals("none")) {
      return 1.0;
    }
    double share = Scalars.number(value);
    if (!(share >= 0.0 && share <= 1.0)) {
      clusters.refuse(
          MAX_DRIFT,
          "a share of the points of clusters.previous from 0 to 1, or none",
          "change it, or leave it out.");
      return 1.0;
    }
    if (!earlier) {
      clusters.problem(
          MAX_DRIFT,
          clusters.place(MAX_DRIFT)
              + " is given, but there is no earlier assignment to compare with; give"
              + " clusters.previous, or leave it out.");
    }
    return share;
  }

  /** The clusters to be split, ascending. */
  static List<Integer> split(Section clusters, boolean earlier) {
    ConfigValue value = clusters.value(SPLIT);
    if (value == null) {
      return List.of();
    }
    TreeSet<Integer> numbers = new TreeSet<>();
    for (ConfigValue item : value instanceof ConfigList list ? list : List.of(value)) {
      double number = Scalars.number(item);
      if (!(number >= 0 && number < Integer.MAX_VALUE && number == StrictMath.rint(number))) {
        clusters.refuse(
            SPLIT,
            "a list of cluster numbers of clusters.previous, whole numbers from 0",
            "change it, or leave it out to cluster all points.");
        return List.of();
      }
      if (!numbers.add((int) number)) {
        clusters.problem(
            SPLIT,
            clusters.place(SPLIT) + " lists cluster " + (int) number + " twice; take one out.");
      }
    }
    if (!earlier && !numbers.isEmpty()) {
      clusters.problem(
          SPLIT,
          clusters.place(SPLIT)
              + " names clusters of an earlier assignment, but clusters.previous is not given; name"
              + " the table clusters of the earlier output there.");
    }
    return List.copyOf(numbers);
  }

  /** Refuses settings that have no meaning where clusters are split. */
  static void refuseUnfit(
      Section clusters,
      List<Integer> split,
      ClustersConfig.Count count,
      String method,
      boolean sizes) {
    if (split.isEmpty()) {
      return;
    }
    if (count.isChosen() || !count.levels().isEmpty() || count.most() == 1) {
      clusters.problem(
          SPLIT,
          clusters.place(SPLIT)
              + ": clusters.count is the number of parts of each cluster that is split, and must be"
              + " a whole number of at least 2.");
    }
    if (method.equals(AUTO)) {
      clusters.problem(
          SPLIT,
          clusters.place(SPLIT)
              + " cannot be combined with clusters.method = auto, which chooses by all points; name"
              + " a method, such as ensemble.");
    }
    if (sizes) {
      clusters.problem(
          SPLIT,
          clusters.place(SPLIT)
              + " cannot be combined with clusters.sizes, whose bounds are those of all clusters;"
              + " leave one of them out.");
    }
  }

  /** Writes both as they are written in a configuration, where they are set. */
  static void put(Map<String, ? super Object> block, ClustersConfig clusters) {
    if (clusters.outliers() > 0.0) {
      block.put(OUTLIERS, clusters.outliers());
    }
    if (!clusters.split().isEmpty()) {
      block.put(SPLIT, clusters.split());
    }
    if (clusters.maxDrift() < 1.0) {
      block.put(MAX_DRIFT, clusters.maxDrift());
    }
  }
}
