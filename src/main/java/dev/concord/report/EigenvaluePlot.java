package dev.concord.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The drawing of a spectrum: a stem an eigenvalue, the gap after the k-th marked, and the largest
 * gap too when it is another one.
 */
public record EigenvaluePlot(
    List<Stem> stems,
    List<LinearScale.Tick> xTicks,
    List<LinearScale.Tick> yTicks,
    @Nullable Gap afterCount,
    @Nullable Gap largest) {
  /** Width of the drawing. */
  public static final int WIDTH = 520;

  /** Height of the drawing. */
  public static final int HEIGHT = 300;

  /** Left, right, top and bottom of the plotting area. */
  public static final int LEFT = 62;

  public static final int RIGHT = 510;
  public static final int TOP = 34;
  public static final int BOTTOM = 256;

  private static final int LABELLED = 12;

  /** One eigenvalue at its place; {@code within}: among the first k. */
  public record Stem(double x, double y, double value, int number, boolean within) {}

  /** The step from eigenvalue {@code after} to the next: a band from x1 to x2, y2 above y1. */
  public record Gap(int after, double size, double x1, double x2, double y1, double y2) {
    /** The middle of the band. */
    public double middle() {
      return (x1 + x2) / 2;
    }

    /** Where a label above the band is anchored so that it stays inside the drawing. */
    public String anchor() {
      return middle() < LEFT + 120 ? "start" : middle() > RIGHT - 120 ? "end" : "middle";
    }

    /** Where that label starts, ends or is centred. */
    public double labelX() {
      return anchor().equals("start") ? x1 : anchor().equals("end") ? x2 : middle();
    }
  }

  /** The drawing for {@code k} clusters. */
  static EigenvaluePlot of(ReportModel.Spectrum spectrum, int k) {
    double[] values = spectrum.eigenvalues();
    int m = values.length;
    double top = 0;
    double bottom = 0;
    for (double value : values) {
      top = Math.max(top, value);
      bottom = Math.min(bottom, value);
    }
    // Eigenvalues below 0 are rounding: they are drawn at 0 unless they are not small.
    double low = bottom < -1e-3 * top ? bottom : 0;
    LinearScale y = new LinearScale(low, top > 0 ? 1.06 * top : 1, BOTTOM, TOP);
    LinearScale x = new LinearScale(0.4, Math.max(m, 1) + 0.6, LEFT, RIGHT);
    List<Stem> stems = new ArrayList<>();
    for (int i = 0; i < m; i++) {
      stems.add(new Stem(x.at(i + 1), y.at(Math.max(low, values[i])), values[i], i + 1, i < k));
    }
    List<LinearScale.Tick> numbers = new ArrayList<>();
    int every = Math.max(1, (m + LABELLED - 1) / LABELLED);
    for (int i = every; i <= m; i += every) {
      numbers.add(new LinearScale.Tick(x.at(i), Integer.toString(i)));
    }
    int widest = -1;
    for (int i = 0; i + 1 < m; i++) {
      if (widest < 0 || values[i + 1] - values[i] > values[widest + 1] - values[widest]) {
        widest = i;
      }
    }
    Gap afterCount = k >= 1 && k < m ? gap(stems, k) : null;
    Gap largest = widest < 0 ? null : gap(stems, widest + 1);
    return new EigenvaluePlot(stems, numbers, y.ticks(5), afterCount, largest);
  }

  private static Gap gap(List<Stem> stems, int after) {
    Stem a = stems.get(after - 1);
    Stem b = stems.get(after);
    return new Gap(after, b.value() - a.value(), a.x(), b.x(), a.y(), b.y());
  }

  /** Whether the gap after k is the largest one. */
  public boolean agrees() {
    return afterCount != null && largest != null && afterCount.after() == largest.after();
  }
}
