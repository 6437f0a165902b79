package dev.concord.method.spectral;

import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * For which b = β/vol CSP has how many feasible vectors. On any graph the number of those with λ
 * &gt; 0 is
 *
 * <pre>#{eigenvalues of Q̄ above b} − #{eigenvalues of Z'Q̄Z above b}</pre>
 *
 * with Z the null space of L̄; on a connected one the second term is [1'Q1 &gt; β]. On a
 * disconnected one the {@link ZeroCostCuts} above b come on top. For b &gt; 0 the eigenvalues of
 * (Q̄, μL̄ + bI) fall with μ, from those of Q̄/b at 0 to those of Z'Q̄Z/b at infinity; each that
 * falls through 1 is a feasible vector. (The paper's condition β &lt; λmax·vol alone does not
 * suffice.)
 */
final class Feasibility {
  private static final double SAME = 1e-11;

  private final ConstraintSpectrum spectrum;
  private final double[] inner;
  private final double[] free;
  private final int dimension;
  private final int connected;
  private final double unit;

  /**
   * Counts for one problem.
   *
   * @param inner eigenvalues of Z'Q̄Z other than the zeros of components without a constraint
   * @param free z'Q̄z of the cuts between whole components
   * @param dimension number of points with an edge
   * @param connected number of components with an edge
   */
  Feasibility(
      ConstraintSpectrum spectrum, double[] inner, double[] free, int dimension, int connected) {
    this.spectrum = spectrum;
    this.inner = inner;
    this.free = free;
    this.dimension = dimension;
    this.connected = connected;
    double largest = 0.0;
    for (double value : spectrum.values()) {
      largest = Math.max(largest, Math.abs(value));
    }
    this.unit = Math.max(largest, Double.MIN_NORMAL);
  }

  /** The j-th largest eigenvalue of Q̄ over all points with an edge, from 1. */
  double eigenvalue(int j) {
    double[] values = spectrum.values();
    int positive = above(values, 0.0);
    int zeros = dimension - values.length;
    if (j <= positive) {
      return values[j - 1];
    }
    int rest = j - positive;
    if (rest <= zeros && !Double.isFinite(spectrum.floor())) {
      return 0.0;
    }
    int at = positive + rest - 1 - zeros;
    return at >= 0 && at < values.length ? values[at] : Math.min(0.0, values[values.length - 1]);
  }

  private int above(double[] values, double b) {
    int count = 0;
    for (double value : values) {
      count += value > b + SAME * unit ? 1 : 0;
    }
    return count;
  }

  /** The number of feasible vectors for b. */
  int count(double b) {
    return free(b) + curved(b);
  }

  /** How many of them cut between whole components, at no cost. */
  int free(double b) {
    return above(free, b);
  }

  /** How many of them have λ above 0. */
  int curved(double b) {
    boolean belowZero = 0.0 > b + SAME * unit;
    double[] values = spectrum.values();
    int positive = above(values, b) + (belowZero ? dimension - values.length : 0);
    int trivial = above(inner, b) + (belowZero ? connected - inner.length : 0);
    return Math.max(0, positive - trivial);
  }

  /** Whether {@link #count} is exact for b, or only a lower bound. */
  boolean exact(double b) {
    return b >= spectrum.floor();
  }

  /** Whether b is an eigenvalue of Z'Q̄Z: the number of feasible vectors changes there. */
  boolean critical(double b) {
    for (double value : inner) {
      if (Math.abs(value - b) <= SAME * unit) {
        return true;
      }
    }
    return false;
  }

  /**
   * The b in the middle of the highest range, at or above 0, in which exactly {@code needed}
   * vectors are feasible; else of the highest with more.
   *
   * @param skip how many of the largest eigenvalues of Q̄ belong to trivial cuts: b is below them
   */
  double fewest(int needed, int skip) {
    double high = eigenvalue(needed + skip);
    double low = eigenvalue(needed + skip + 1);
    double middle = 0.5 * (high + low);
    if (low >= 0.0 && high - low > 1e-9 * unit && !critical(middle) && count(middle) == needed) {
      return middle;
    }
    double second = Double.NaN;
    double[] marks = marks();
    for (int j = 0; j + 1 < marks.length; j++) {
      double b = 0.5 * (marks[j] + marks[j + 1]);
      if (marks[j + 1] < 0.0 || marks[j] - marks[j + 1] <= 1e-9 * unit || b > high) {
        continue;
      }
      if (count(b) == needed) {
        return b;
      }
      if (Double.isNaN(second) && count(b) > needed) {
        second = b;
      }
    }
    if (Double.isNaN(second)) {
      throw infeasible(Double.NaN, needed);
    }
    return second;
  }

  /** All b at which the number may change, falling, 0 among them. */
  private double[] marks() {
    double[] values = spectrum.values();
    double[] all = Arrays.copyOf(values, values.length + inner.length + free.length + 1);
    System.arraycopy(inner, 0, all, values.length, inner.length);
    System.arraycopy(free, 0, all, values.length + inner.length, free.length);
    Arrays.sort(all);
    double[] falling = new double[all.length];
    for (int j = 0; j < all.length; j++) {
      falling[j] = all[all.length - 1 - j];
    }
    return falling;
  }

  /** The refusal of {@code b} (NaN: of every b above 0), with what would do. */
  InputException infeasible(double b, int needed) {
    String need =
        needed
            + (needed == 1 ? " feasible vector" : " feasible vectors")
            + ", which "
            + (needed + 1)
            + " clusters need: ";
    String more =
        "Give more constraints, lower clusters.count, or choose another clusters.method, such as"
            + " ccskl.";
    List<String> ranges = ranges(needed);
    if (Double.isNaN(b)) {
      return new InputException(
          ("method.csp.beta: no positive beta leaves %sthe constraints are too few, or concern too"
                  + " few points, for so many clusters. %s%s")
              .formatted(
                  need,
                  more,
                  ranges.isEmpty()
                      ? ""
                      : " A method.csp.beta "
                          + String.join(" or ", ranges)
                          + " would do, but then the clusters may break more constraints than they"
                          + " keep."));
    }
    int found = count(b);
    return new InputException(
        "%s (divided by the volume of the graph) does not leave %sit leaves %s. %s"
            .formatted(
                String.format(Locale.ROOT, "method.csp.beta: beta = %.6g", b),
                need,
                found == 0 ? "none" : "only " + found,
                ranges.isEmpty()
                    ? "No method.csp.beta does. " + more
                    : "Set method.csp.beta to a number " + String.join(", or ", ranges) + "."));
  }

  private static String shown(double b) {
    return b == 0.0 ? "0" : String.format(Locale.ROOT, "%.6g", b);
  }

  private List<String> ranges(int needed) {
    double[] marks = marks();
    List<String> ranges = new ArrayList<>();
    double high = Double.NaN;
    for (int j = 0; j <= marks.length && ranges.size() < 3; j++) {
      boolean last = j == marks.length;
      boolean wide = last || j == 0 || marks[j - 1] - marks[j] > 1e-9 * unit;
      double top = j == 0 ? Double.POSITIVE_INFINITY : marks[j - 1];
      double b = j == 0 ? 2 * unit : last ? top - unit : 0.5 * (top + marks[j]);
      boolean known = exact(b);
      boolean feasible = wide && known && count(b) >= needed;
      if (!wide) {
        continue;
      }
      if (feasible && Double.isNaN(high)) {
        high = top;
      }
      if (!Double.isNaN(high) && (!feasible || last)) {
        ranges.add(
            feasible ? "below " + shown(high) : "between " + shown(top) + " and " + shown(high));
        high = Double.NaN;
      }
    }
    return ranges;
  }
}
