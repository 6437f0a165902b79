package dev.concord.config.read;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import dev.concord.config.ClustersConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.TableConfig;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads which points are set aside or may move, which clusters alone are clustered anew, and which
 * earlier run this one starts from.
 */
final class PartsSection {
  private static final String OUTLIERS = "outliers";
  private static final String SPLIT = "split";

  private static final String BASE = "base";

  private PartsSection() {}

  /** The folder of the output that the run starts from, or null. */
  static @Nullable String base(Section root) {
    Section clusters = root.at("clusters");
    String path = clusters.optionalPath(BASE);
    if (path == null) {
      return null;
    }
    if (clusters.given("previous")) {
      clusters.problem(
          BASE,
          clusters.place(BASE)
              + " implies clusters.previous: the clusters of the run that this one starts from. Leave"
              + " one of the two out.");
    }
    refuseUnfit(root, clusters, BASE);
    String folder = withoutSlash(path);
    Section output = root.at("output");
    String target = output.optionalText("path");
    if (target != null && withoutSlash(target).equals(folder) && !output.flag(BASE)) {
      clusters.problem(
          BASE,
          clusters.place(BASE)
              + " is output.path, so that the output would replace its own base and the next run has"
              + " none; set output.base = true, or name another output.path.");
    }
    clusters.note(BASE, folder);
    return folder;
  }

  private static String withoutSlash(String path) {
    return path.endsWith("/") && path.length() > 1 ? path.substring(0, path.length() - 1) : path;
  }

  /** The points of the run that this one starts from, as an earlier assignment. */
  static LabelsConfig pointsOf(String base) {
    String points = base + "/base/points";
    return new LabelsConfig(
        new TableConfig("clusters.base", "parquet", List.of(points), Map.of()), "id", "cluster");
  }

  /** Refuses output.base where a run has no neighbour lists to keep. */
  static void checkKept(Section root) {
    Section output = root.at("output");
    if (output.given(BASE) && output.flag(BASE)) {
      refuseUnfit(root, output, BASE);
    }
  }

  private static void refuseUnfit(Section root, Section block, String key) {
    if (root.at("input").given("edges")) {
      block.problem(
          key,
          block.place(key)
              + " needs the neighbour lists of features, but input.edges gives the graph; leave it"
              + " out.");
    }
  }

  /** The share of points set aside, 0 for none. */
  static double outliers(Section clusters) {
    Double share =
        clusters.shareOrNone(
            OUTLIERS,
            "a share of the points above 0 and below 1, or none",
            x -> x > 0.0 && x < 1.0);
    return share == null ? 0.0 : share;
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
    clusters.note(SPLIT, numbers.isEmpty() ? null : List.copyOf(numbers));
    return List.copyOf(numbers);
  }

  /** Refuses settings that have no meaning where clusters are split. */
  static void refuseUnfit(
      Section clusters, List<Integer> split, ClustersConfig.Count count, boolean sizes) {
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
    if (sizes) {
      clusters.problem(
          SPLIT,
          clusters.place(SPLIT)
              + " cannot be combined with clusters.sizes, whose bounds are those of all clusters;"
              + " leave one of them out.");
    }
  }
}
