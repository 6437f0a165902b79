package dev.concord.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * The drawing of an embedding: a dot a point, with its id for those who point at it, the cluster's
 * number at its median, and lines for judged pairs.
 */
public record ScatterPlot(
    List<Group> groups,
    List<Line> lines,
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

  /** Distinguishable colours; further clusters share one grey. */
  public static final int COLOURS = 20;

  /** Numbers of clusters are written into the drawing up to so many. */
  private static final int NAMED = 30;

  /**
   * Points of one cluster, or of all without a colour of their own.
   *
   * @param style CSS class of the colour
   * @param label the cluster's number, or the name of the rest
   * @param x median
   * @param y median
   * @param dots its points
   */
  public record Group(String style, String label, double x, double y, List<Dot> dots) {}

  /** A point at its place. */
  public record Dot(double x, double y, String id) {}

  /**
   * A judged pair.
   *
   * @param style CSS class: must, cannot, broken
   * @param text what it is, in words
   */
  public record Line(String style, double x1, double y1, double x2, double y2, String text) {
    /** Whether the pair is violated. */
    public boolean isBroken() {
      return style.endsWith("broken");
    }
  }

  /** The CSS class of a cluster's colour. */
  public static String style(int cluster) {
    return cluster < COLOURS ? "c" + cluster : "rest";
  }

  static ScatterPlot of(Scatter scatter) {
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
          List<Dot> dots = new ArrayList<>();
          for (int i : rows) {
            dots.add(
                new Dot(
                    x.at(scatter.x()[i]),
                    y.at(scatter.y()[i]),
                    Figures.shortened(scatter.ids().get(i))));
          }
          String label = cluster < COLOURS ? Integer.toString(cluster) : "further clusters";
          groups.add(
              new Group(
                  style(cluster),
                  label,
                  median(dots.stream().mapToDouble(Dot::x).toArray()),
                  median(dots.stream().mapToDouble(Dot::y).toArray()),
                  dots));
        });
    List<Line> lines = new ArrayList<>();
    for (Scatter.DrawnPair link : scatter.drawnPairs()) {
      int a = link.first();
      int b = link.second();
      lines.add(
          new Line(
              style(link),
              x.at(scatter.x()[a]),
              y.at(scatter.y()[a]),
              x.at(scatter.x()[b]),
              y.at(scatter.y()[b]),
              Figures.shortened(scatter.ids().get(a))
                  + (link.mustLink() ? " must-link " : " cannot-link ")
                  + Figures.shortened(scatter.ids().get(b))
                  + (link.satisfied() ? "" : ", violated")));
    }
    return new ScatterPlot(groups, lines, x.ticks(5), y.ticks(5), scatter.x().length, scatter.of());
  }

  private static String style(Scatter.DrawnPair link) {
    return (link.mustLink() ? "must" : "cannot") + (link.satisfied() ? "" : " broken");
  }

  /** Whether the group's number is written at its median. */
  public boolean isNamed(Group group) {
    return groups.size() <= NAMED && !group.style().equals("rest");
  }

  /** Lines of a style. */
  public long count(String style) {
    return lines.stream().filter(line -> line.style().equals(style)).count();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
