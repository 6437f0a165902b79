package dev.concord.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * The drawing of an embedding: the points of a cluster are one path of dots, with the cluster's
 * number at their median.
 */
public record ScatterPlot(
    List<Group> groups,
    List<LinearScale.Tick> xTicks,
    List<LinearScale.Tick> yTicks,
    int shown,
    long of) {
  /** Width of the drawing. */
  public static final int WIDTH = 520;

  /** Height of the drawing. */
  public static final int HEIGHT = 420;

  /** Left, right, top and bottom of the plotting area. */
  public static final int LEFT = 62;

  public static final int RIGHT = 510;
  public static final int TOP = 10;
  public static final int BOTTOM = 372;

  /** Colours a reader can tell apart; further clusters share one grey. */
  public static final int COLOURS = 20;

  /**
   * Points of one cluster, or of all without a colour of their own.
   *
   * @param style CSS class of the colour
   * @param label the cluster's number, or what the rest is called
   * @param path zero-length strokes that round caps turn into dots
   * @param x median
   * @param y median
   * @param points shown
   */
  public record Group(String style, String label, String path, double x, double y, int points) {}

  /** The CSS class of a cluster's colour. */
  public static String style(int cluster) {
    return cluster < COLOURS ? "c" + cluster : "rest";
  }

  static ScatterPlot of(ReportModel.Scatter scatter) {
    LinearScale x = LinearScale.around(scatter.x(), LEFT, RIGHT);
    LinearScale y = LinearScale.around(scatter.y(), BOTTOM, TOP);
    TreeMap<Integer, List<Integer>> members = new TreeMap<>();
    for (int i = 0; i < scatter.x().length; i++) {
      int cluster = Math.min(scatter.cluster()[i], COLOURS);
      members.computeIfAbsent(cluster, c -> new ArrayList<>()).add(i);
    }
    List<Group> groups = new ArrayList<>();
    members.forEach(
        (cluster, rows) -> {
          double[] px = rows.stream().mapToDouble(i -> x.at(scatter.x()[i])).toArray();
          double[] py = rows.stream().mapToDouble(i -> y.at(scatter.y()[i])).toArray();
          StringBuilder path = new StringBuilder(14 * px.length);
          for (int i = 0; i < px.length; i++) {
            path.append('M').append(Figures.at(px[i])).append(' ').append(Figures.at(py[i]));
            path.append("h0");
          }
          String label = cluster < COLOURS ? Integer.toString(cluster) : "further clusters";
          groups.add(
              new Group(style(cluster), label, path.toString(), median(px), median(py), px.length));
        });
    return new ScatterPlot(groups, x.ticks(5), y.ticks(5), scatter.x().length, scatter.of());
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
