package dev.concord.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The drawing of a figure that falls from step to step, with its goal.
 *
 * @param path of the line
 * @param goalAt where the goal lies; NaN when there is none
 */
public record TracePlot(
    String path, List<LinearScale.Tick> xTicks, List<LinearScale.Tick> yTicks, double goalAt) {
  /** Width of the drawing. */
  public static final int WIDTH = 520;

  /** Height of the drawing. */
  public static final int HEIGHT = 220;

  /** Left, right, top and bottom of the plotting area. */
  public static final int LEFT = 62;

  public static final int RIGHT = 510;
  public static final int TOP = 14;
  public static final int BOTTOM = 176;

  /** The drawing of {@code trace}. */
  public static TracePlot of(ReportModel.Trace trace) {
    double[] y = Arrays.stream(trace.y()).map(v -> trace.logarithmic() ? log(v) : v).toArray();
    double goal = trace.logarithmic() ? log(trace.goal()) : trace.goal();
    double[] all =
        Double.isNaN(goal)
            ? y
            : DoubleStream.concat(Arrays.stream(y), DoubleStream.of(goal)).toArray();
    LinearScale up = LinearScale.around(all, BOTTOM, TOP);
    LinearScale along = LinearScale.around(trace.x(), LEFT, RIGHT);
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < y.length; i++) {
      path.append(i == 0 ? 'M' : 'L').append(Figures.at(along.at(trace.x()[i])));
      path.append(' ').append(Figures.at(up.at(y[i])));
    }
    return new TracePlot(
        path.toString(),
        along.ticks(5),
        trace.logarithmic() ? powers(up) : up.ticks(4),
        Double.isNaN(goal) ? Double.NaN : up.at(goal));
  }

  /** A residual of 0 is drawn as the smallest positive one. */
  private static double log(double value) {
    return StrictMath.log10(Math.max(value, 1e-17));
  }

  private static List<LinearScale.Tick> powers(LinearScale scale) {
    int low = (int) Math.ceil(scale.low());
    int high = (int) Math.floor(scale.high());
    int every = Math.max(1, (high - low + 4) / 5);
    List<LinearScale.Tick> ticks = new ArrayList<>();
    for (int power = low; power <= high; power++) {
      if (power % every == 0) {
        ticks.add(new LinearScale.Tick(scale.at(power), Figures.number(StrictMath.pow(10, power))));
      }
    }
    return ticks;
  }
}
