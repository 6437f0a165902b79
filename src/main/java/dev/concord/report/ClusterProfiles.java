package dev.concord.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What sets each cluster apart.
 *
 * @param clusters that are shown: 0 to this minus 1
 * @param lines the columns of the largest effects, the largest first
 * @param more columns that are not shown
 * @param alike columns in which no cluster differs
 * @param said for each cluster what sets it apart, in words; empty where nothing does
 * @param classes points by cluster and true class, or null
 */
public record ClusterProfiles(
    int clusters,
    List<Line> lines,
    int more,
    List<String> alike,
    List<List<String>> said,
    @Nullable Classes classes) {
  /** Nothing is known of the columns. */
  public static final ClusterProfiles NONE =
      new ClusterProfiles(0, List.of(), 0, List.of(), List.of(), null);

  /** Effects from which on a difference is small, medium, large (Cohen 1988). */
  private static final double[] SIZES = {0.2, 0.5, 0.8};

  private static final List<String> WORDS = List.of("", "slightly ", "", "far ");

  public ClusterProfiles {
    lines = List.copyOf(lines);
    alike = List.copyOf(alike);
    said = List.copyOf(said);
  }

  /**
   * A column, or a level of one.
   *
   * @param all the value of all points
   * @param cells one a cluster
   */
  public record Line(String name, String all, List<Cell> cells) {
    public Line {
      cells = List.copyOf(cells);
    }
  }

  /**
   * The value of a cluster.
   *
   * @param text empty where the cluster has none
   * @param effect how far it is from that of all points
   */
  public record Cell(String text, double effect) {
    /** 0 to 3: none, small, medium, large. */
    public int size() {
      int size = 0;
      while (size < SIZES.length && Math.abs(effect) >= SIZES[size]) {
        size++;
      }
      return size;
    }

    /** The CSS class of the colour. */
    public String style() {
      return size() == 0 ? "" : (effect > 0 ? "up" : "down") + size();
    }

    /** The colour in words. */
    public String words() {
      return size() == 0 ? "" : WORDS.get(size()) + (effect > 0 ? "above" : "below") + " all";
    }
  }

  /**
   * Points by cluster and true class.
   *
   * @param names of the classes
   * @param counts a row a cluster, an entry a class
   */
  public record Classes(List<String> names, long[][] counts) {
    public Classes {
      names = List.copyOf(names);
    }

    /** The share of a cluster that is of the class. */
    public double share(int cluster, int of) {
      long sum = 0;
      for (long count : counts[cluster]) {
        sum += count;
      }
      return sum == 0 ? 0.0 : (double) counts[cluster][of] / sum;
    }
  }
}
