package dev.concord.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a report says, as plain values.
 *
 * @param title heading of the page
 * @param asked what was asked, such as method and inputs
 * @param outcome what came out
 * @param agreements with true labels, a row a set of points; empty when there are none
 * @param constraints how the constraints fared; null when none were given
 * @param spectrum eigenvalues of the normalized Laplacian; null when the method computes none
 * @param scatter two axes of the embedding; null when the method has none
 * @param image a picture whose pixels are the points; null when they are not pixels
 * @param stages in the order run
 * @param warnings what a reader must know before trusting the rest
 * @param provenance versions, seed, fingerprints of the inputs
 * @param configuration the configuration in force, secrets redacted
 */
public record ReportModel(
    String title,
    List<Fact> asked,
    Outcome outcome,
    List<Agreement> agreements,
    @Nullable Constraints constraints,
    @Nullable Spectrum spectrum,
    @Nullable Scatter scatter,
    @Nullable SegmentedImage image,
    List<Stage> stages,
    List<String> warnings,
    List<Fact> provenance,
    String configuration) {

  public ReportModel {
    asked = List.copyOf(asked);
    agreements = List.copyOf(agreements);
    stages = List.copyOf(stages);
    warnings = List.copyOf(warnings);
    provenance = List.copyOf(provenance);
  }

  /** The same with a picture whose pixels are the points. */
  public ReportModel withImage(SegmentedImage pixels) {
    return new ReportModel(
        title,
        asked,
        outcome,
        agreements,
        constraints,
        spectrum,
        scatter,
        pixels,
        stages,
        warnings,
        provenance,
        configuration);
  }

  /** A name and its value, in words. */
  public record Fact(String name, String value) {}

  /**
   * The partition in figures.
   *
   * @param points n
   * @param sizes of the clusters, by number; length k
   * @param cuts share of each cluster in the normalized cut, or null; length k
   * @param ncut normalized cut, NaN when there is no graph
   * @param components of the graph, 0 when there is no graph
   * @param more further figures
   */
  public record Outcome(
      long points,
      long[] sizes,
      double @Nullable [] cuts,
      double ncut,
      int components,
      List<Fact> more) {
    public Outcome {
      if (cuts != null && cuts.length != sizes.length) {
        throw new IllegalArgumentException(cuts.length + " cuts for " + sizes.length + " clusters");
      }
      more = List.copyOf(more);
    }
  }

  /**
   * Agreement with true labels; NaN where a figure is not defined.
   *
   * @param over which points: "all points", "points in no constraint"
   * @param points how many
   */
  public record Agreement(
      String over,
      long points,
      double ari,
      double nmi,
      double errorMatched,
      double errorMajority) {}

  /**
   * How the constraints fared.
   *
   * @param kinds one row a kind
   * @param violations violated ones, as many as are worth showing
   */
  public record Constraints(List<Kind> kinds, List<Violation> violations) {
    public Constraints {
      kinds = List.copyOf(kinds);
      violations = List.copyOf(violations);
    }

    /** Constraints of all kinds. */
    public long total() {
      return kinds.stream().mapToLong(Kind::total).sum();
    }

    /** Violated ones of all kinds. */
    public long violated() {
      return kinds.stream().mapToLong(Kind::violated).sum();
    }
  }

  /** One kind of constraint: must-link, cannot-link, with how many there are and fail. */
  public record Kind(String name, long total, long violated) {
    public Kind {
      if (violated < 0 || violated > total) {
        throw new IllegalArgumentException(violated + " of " + total + " violated: " + name);
      }
    }
  }

  /** One violated constraint; ids as the input has them. */
  public record Violation(String first, String second, String kind, double weight, String origin) {}

  /**
   * Smoothest eigenvalues, ascending.
   *
   * @param eigenvalues of the normalized Laplacian, in [0, 2]
   * @param residuals of the eigenpairs, or null; the same length
   */
  public record Spectrum(double[] eigenvalues, double @Nullable [] residuals) {
    public Spectrum {
      requireFinite("eigenvalues", eigenvalues);
      if (residuals != null && residuals.length != eigenvalues.length) {
        throw new IllegalArgumentException(
            residuals.length + " residuals for " + eigenvalues.length + " eigenvalues");
      }
    }
  }

  /**
   * Points on two axes of the embedding.
   *
   * @param xName name of the first axis
   * @param yName name of the second axis
   * @param x first coordinate; length at most {@link #SHOWN}
   * @param y second coordinate, the same length
   * @param cluster of each point, the same length
   * @param of the points these were drawn from
   */
  public record Scatter(
      String xName, String yName, double[] x, double[] y, int[] cluster, long of) {
    /** Most points a page shows. */
    public static final int SHOWN = 4000;

    public Scatter {
      if (x.length > SHOWN || x.length != y.length || x.length != cluster.length) {
        throw new IllegalArgumentException(
            x.length
                + ", "
                + y.length
                + ", "
                + cluster.length
                + " are not one number up to "
                + SHOWN);
      }
      for (int c : cluster) {
        if (c < 0) {
          throw new IllegalArgumentException("cluster " + c + " is below 0");
        }
      }
      requireFinite("x", x);
      requireFinite("y", y);
    }

    /**
     * All points, or {@link #SHOWN} of them at even distances in id order. Arrays of one length n;
     * not kept.
     */
    public static Scatter of(String xName, String yName, double[] x, double[] y, int[] cluster) {
      int n = x.length;
      int m = Math.min(n, SHOWN);
      double[] sx = new double[m];
      double[] sy = new double[m];
      int[] sc = new int[m];
      for (int i = 0; i < m; i++) {
        int from = (int) ((long) i * n / m);
        sx[i] = x[from];
        sy[i] = y[from];
        sc[i] = cluster[from];
      }
      return new Scatter(xName, yName, sx, sy, sc, n);
    }
  }

  /** A stage of the run and how long it took. */
  public record Stage(String name, double seconds) {}

  private static void requireFinite(String name, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(name + "[" + i + "] is " + values[i]);
      }
    }
  }
}
