package dev.concord.config.read;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import dev.concord.config.ClustersConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.InputConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the bounds on the sizes of clusters and the column that they count. */
public record SizesSection(Section block, int count, boolean weighed) {
  private static final String NONE = "none";

  /**
   * The block sizes of {@code clusters}, or null when it has no bound.
   *
   * @param count number of clusters
   * @param earlier whether an earlier assignment is named, whose clusters a list may bound
   * @param weighed whether a column of weights is counted
   */
  public static ClustersConfig.@Nullable Sizes read(
      Section clusters, int count, boolean earlier, boolean weighed) {
    SizesSection sizes = new SizesSection(clusters.at("sizes"), count, weighed);
    return sizes.read(earlier);
  }

  private ClustersConfig.@Nullable Sizes read(boolean earlier) {
    boolean lists = isList("min") || isList("max");
    List<Double> min = values("min", 0.0);
    List<Double> max = values("max", Double.POSITIVE_INFINITY);
    for (String key : List.of("min", "max")) {
      if (isList(key) && !earlier) {
        block.problem(
            key,
            block.place(key)
                + " is a list, whose entries are bounds of the clusters of an earlier assignment,"
                + " but clusters.previous is not given; give one value for all clusters, or name"
                + " the earlier assignment.");
      }
    }
    boolean bounded =
        min.stream().anyMatch(value -> value > 0.0) || max.stream().anyMatch(Double::isFinite);
    if (!bounded) {
      return null;
    }
    ClustersConfig.Sizes sizes =
        lists
            ? new ClustersConfig.Sizes(listed("min", min), listed("max", max), true)
            : new ClustersConfig.Sizes(min, max, false);
    refuseCrossed(sizes);
    block.note("min", plain(sizes.min(), lists));
    block.note("max", plain(sizes.max(), lists));
    return sizes;
  }

  /** Bounds as they are written in a configuration. */
  private static Object plain(List<Double> values, boolean list) {
    List<Object> written = new ArrayList<>();
    for (double value : values) {
      boolean bound = value > 0.0 && value < Double.POSITIVE_INFINITY;
      written.add(
          !bound ? NONE : value == StrictMath.rint(value) ? (Object) (long) value : (Object) value);
    }
    return list ? written : written.get(0);
  }

  private boolean isList(String key) {
    return block.value(key) instanceof ConfigList;
  }

  /** A value for all clusters beside a list for some is one for each. */
  private List<Double> listed(String key, List<Double> values) {
    return isList(key) ? values : java.util.Collections.nCopies(count, values.get(0));
  }

  private List<Double> values(String key, double none) {
    ConfigValue value = block.value(key);
    if (value == null) {
      return List.of(none);
    }
    List<ConfigValue> items = value instanceof ConfigList list ? list : List.of(value);
    List<Double> values = new ArrayList<>();
    for (ConfigValue item : items) {
      double size = size(item, none);
      if (Double.isNaN(size)) {
        block.refuse(
            key,
            "a share above 0 and below 1, "
                + (weighed ? "a weight of at least 1" : "a whole number of at least 1")
                + " or none"
                + (value instanceof ConfigList ? ", each entry" : ""),
            "change it, or leave it out for no bound.");
        return List.of(none);
      }
      values.add(size);
    }
    if (items.isEmpty() || items.size() > count) {
      block.problem(
          key,
          items.isEmpty()
              ? block.place(key) + " is an empty list; leave it out for no bound."
              : ("%s has an entry for cluster %s, but clusters.count = %s makes clusters 0 to"
                      + " %s; take the entries beyond out, or raise clusters.count.")
                  .formatted(block.place(key), count, count, count - 1));
      return List.of(none);
    }
    return values;
  }

  private double size(ConfigValue value, double none) {
    if (Scalars.text(value).trim().toLowerCase(Locale.ROOT).equals(NONE)) {
      return none;
    }
    double number = Scalars.number(value);
    boolean legal = number > 0.0 && (number < 1.0 || weighed || number == StrictMath.rint(number));
    return legal && number < Double.POSITIVE_INFINITY ? number : Double.NaN;
  }

  /** Refuses a lower bound above the upper one where both are shares, or both are none. */
  private void refuseCrossed(ClustersConfig.Sizes sizes) {
    double[] lower = sizes.lower(count, 1.0, false);
    double[] upper = sizes.upper(count, 1.0, false);
    for (int c = 0; c < count; c++) {
      boolean alike = (lower[c] < 1.0) == (upper[c] < 1.0);
      if (alike && lower[c] > upper[c]) {
        block.problem(
            "min",
            ("%s is above %s%s: %s and %s; no size is at least the one and at most the other, so"
                    + " exchange or widen them.")
                .formatted(
                    block.place("min"),
                    block.place("max"),
                    sizes.perCluster() ? " for cluster " + c : "",
                    Scalars.plain(lower[c]),
                    Scalars.plain(upper[c])));
        return;
      }
    }
  }

  /** The column of weights, or null. */
  public static @Nullable String weight(Section clusters) {
    return clusters.optionalText("weight");
  }

  /** Whether the cut counts the weights, too. */
  static boolean weighs(Section clusters) {
    boolean all = clusters.choice("weigh", List.of("sizes", "points")).equals("points");
    if (all && weight(clusters) == null) {
      clusters.problem(
          "weigh",
          clusters.place("weigh")
              + " = points weighs points by a column, but clusters.weight names none; name it, or"
              + " leave out clusters.weigh.");
    }
    return all;
  }

  /** The inputs, of whose features the column of weights is none. */
  public static InputConfig weighed(Section clusters, InputConfig input) {
    String weight = weight(clusters);
    if (weight == null) {
      return input;
    }
    FeaturesConfig features = input.features();
    if (features == null) {
      if (input.edges() != null) {
        clusters.problem(
            "weight",
            ("%s = %s names a column of input.features, but input.edges is given, a table of edges"
                    + " without points to weigh; leave it out to count points.")
                .formatted(clusters.place("weight"), weight));
      }
      return input;
    }
    if (InputSection.BY_ROW_NUMBER.contains(features.table().format())) {
      clusters.problem(
          "weight",
          ("%s = %s names a column of input.features, but format %s has no named columns; leave it"
                  + " out to count points, or give a table with such a column.")
              .formatted(clusters.place("weight"), weight, features.table().format()));
    }
    return input.withFeatures(features.withWeight(weight));
  }
}
