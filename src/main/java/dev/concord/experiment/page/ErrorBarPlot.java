package dev.concord.experiment.page;

import dev.concord.report.Figures;
import dev.concord.report.LinearScale;
import dev.concord.report.LinearScale.Tick;
import dev.concord.report.ScatterPlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Means with error bars over an amount, one line a method.
 *
 * @param title above the drawing
 * @param xName what the horizontal axis holds
 * @param series in their order
 */
public record ErrorBarPlot(
    String title, String xName, List<Tick> xTicks, List<Tick> yTicks, List<Series> series) {
  /** Width of the drawing. */
  public static final int WIDTH = 360;

  /** Height of the drawing. */
  public static final int HEIGHT = 250;

  /** Left, right, top and bottom of the plotting area. */
  public static final int LEFT = 50;

  public static final int RIGHT = 348;
  public static final int TOP = 28;
  public static final int BOTTOM = 206;

  /** Half the width of the cap of an error bar. */
  private static final double CAP = 2.5;

  /** The offset between the lines of two methods, so that their bars do not overlap. */
  private static final double APART = 1.6;

  /**
   * The values of one method, by amount.
   *
   * @param label the method
   * @param x amounts, ascending
   * @param mean of each; NaN where there is none
   * @param error standard error of each; NaN where there is none
   */
  public record Values(String label, double[] x, double[] mean, double[] error) {}

  /**
   * A method as drawn.
   *
   * @param style CSS class of the colour
   * @param line path through the means
   * @param bars path of the error bars
   * @param dots zero-length strokes that round caps turn into dots
   */
  public record Series(String style, String label, String line, String bars, String dots) {}

  /** The drawing; values that are NaN are left out. */
  public static ErrorBarPlot of(String title, String xName, List<Values> values) {
    double[] all = values.stream().flatMapToDouble(v -> Arrays.stream(v.x())).toArray();
    double[] reach =
        values.stream()
            .flatMapToDouble(
                v ->
                    java.util.stream.IntStream.range(0, v.x().length)
                        .filter(i -> !Double.isNaN(v.mean()[i]))
                        .mapToDouble(i -> i)
                        .flatMap(
                            i ->
                                java.util.stream.DoubleStream.of(
                                    v.mean()[(int) i] - bar(v, (int) i),
                                    v.mean()[(int) i] + bar(v, (int) i))))
            .toArray();
    LinearScale x = LinearScale.around(all, LEFT + 6, RIGHT - 6);
    LinearScale y = LinearScale.around(reach, BOTTOM, TOP);
    List<Series> series = new ArrayList<>();
    for (int s = 0; s < values.size(); s++) {
      double shift = APART * (s - (values.size() - 1) / 2.0);
      series.add(series(values.get(s), s, shift, x, y));
    }
    return new ErrorBarPlot(title, xName, x.ticks(5), y.ticks(5), series);
  }

  private static double bar(Values v, int i) {
    return Double.isNaN(v.error()[i]) ? 0.0 : v.error()[i];
  }

  private static Series series(Values v, int s, double shift, LinearScale x, LinearScale y) {
    StringBuilder line = new StringBuilder();
    StringBuilder bars = new StringBuilder();
    StringBuilder dots = new StringBuilder();
    for (int i = 0; i < v.x().length; i++) {
      if (Double.isNaN(v.mean()[i])) {
        continue;
      }
      double px = x.at(v.x()[i]) + shift;
      String at = Figures.at(px) + " " + Figures.at(y.at(v.mean()[i]));
      line.append(line.length() == 0 ? "M" : "L").append(at);
      dots.append('M').append(at).append("h0");
      double error = bar(v, i);
      if (error > 0.0) {
        String low = Figures.at(y.at(v.mean()[i] - error));
        String high = Figures.at(y.at(v.mean()[i] + error));
        String left = Figures.at(px - CAP);
        bars.append('M').append(Figures.at(px)).append(' ').append(low).append('V').append(high);
        bars.append('M').append(left).append(' ').append(low).append('h').append(2 * CAP);
        bars.append('M').append(left).append(' ').append(high).append('h').append(2 * CAP);
      }
    }
    return new Series(
        ScatterPlot.style(s), v.label(), line.toString(), bars.toString(), dots.toString());
  }
}
