package dev.concord.report;

import dev.concord.metric.Cohesion;
import dev.concord.report.ReportModel.Agreement;
import dev.concord.report.ReportModel.ClusterExamples;
import dev.concord.report.ReportModel.Component;
import dev.concord.report.ReportModel.Constraints;
import dev.concord.report.ReportModel.Fact;
import dev.concord.report.ReportModel.JudgedPair;
import dev.concord.report.ReportModel.Kind;
import dev.concord.report.ReportModel.Outcome;
import dev.concord.report.ReportModel.Solver;
import dev.concord.report.ReportModel.Spectrum;
import dev.concord.report.ReportModel.Stage;
import dev.concord.report.ReportModel.Trace;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Models to draw: one with everything, shaped like handwritten digits, and one with nothing. */
public final class SampleReports {
  public static final String HOSTILE = "<script>alert(1)</script>\"'</style></pre>&amp;";

  /** An id without a place to break it. */
  static final String LONG = "x".repeat(3000);

  private SampleReports() {}

  static String picture() {
    double[] row = new double[64];
    for (int p = 0; p < row.length; p++) {
      row[p] = p;
    }
    return Thumbnail.of(row, 8, 8, 0, 63);
  }

  private static Cohesion cohesion(double[] cuts) {
    int k = cuts.length;
    double[] volume = new double[k];
    double[] inside = new double[k];
    double[] weight = new double[k];
    int[] outvoted = new int[k];
    int[] nearest = new int[k];
    double[] nearestShare = new double[k];
    for (int c = 0; c < k; c++) {
      volume[c] = 1.0 / k;
      inside[c] = 1.0 - cuts[c];
      weight[c] = .31 + .01 * c;
      outvoted[c] = c % 4;
      nearest[c] = (c + 1) % k;
      nearestShare[c] = cuts[c] / 2;
    }
    return new Cohesion(volume, inside, weight, outvoted, nearest, nearestShare);
  }

  static ReportModel digits() {
    long[] sizes = {201, 187, 183, 182, 181, 180, 178, 177, 169, 159};
    double[] cuts = {.041, .018, .067, .032, .029, .014, .0071, .05, .084, .091};
    double[] eigenvalues = {
      0, .0032, .0071, .0114, .0139, .0188, .0243, .0295, .0331, .0412, .0689, .0731, .0802, .0845,
      .0899, .0936, .0981, .1042, .1077, .1103
    };
    double[] residuals = new double[eigenvalues.length];
    for (int i = 0; i < residuals.length; i++) {
      residuals[i] = 1.3e-12 * (1 + i % 4) * Math.pow(1.6, i);
    }
    SplittableRandom random = new SplittableRandom(7);
    double[] x = new double[1797];
    double[] y = new double[1797];
    int[] cluster = new int[1797];
    for (int i = 0; i < x.length; i++) {
      int c = i % 10;
      cluster[i] = c;
      double angle = 2 * Math.PI * c / 10 + 0.35 * random.nextGaussian(0, 1) / (1 + c % 3);
      double radius = 0.02 + 0.012 * (c % 4) + 0.003 * random.nextGaussian(0, 1);
      x[i] = radius * Math.cos(angle);
      y[i] = radius * Math.sin(angle);
    }
    return new ReportModel(
        "digits, 10 clusters, 500 pairs",
        List.of(
            new Fact("Method", "ccskl: constrained clustering by spectral kernel learning"),
            new Fact("Clusters", "10"),
            new Fact("Constraints", "soft, 500 pairs"),
            new Fact("Features", "hdfs://cluster/data/digits.csv (1,797 × 64)"),
            new Fact("Graph", "10 neighbours, exact search, self-tuning kernel, union"),
            new Fact("Seed", "1")),
        new Outcome(
            1797,
            sizes,
            cuts,
            .4331,
            1,
            cohesion(cuts),
            List.of(
                new Fact("Edges", "12,541"),
                new Fact("Components", "1, no isolated point"),
                new Fact("Neighbour search", "exact, recall 1"),
                new Fact("Objective", "13.42 at c = 0.0184"),
                new Fact("Eigensolver", "arpack, 92 products, residuals below 10⁻⁸"))),
        List.of(
            new Agreement("all points", 1797, .8912, .9034, .0512, .0495),
            new Agreement("points in no constraint", 1061, .8544, .8722, .0712, .0701)),
        new Constraints(
            List.of(new Kind("must-link", 231, 0), new Kind("cannot-link", 269, 4)),
            List.of(
                new JudgedPair("1024", "17", "cannot-link", 1, .97, "both are in 3; 9 in common"),
                new JudgedPair("88", "1502", "cannot-link", .8, .91, "both are in 1"),
                new JudgedPair("231", "1779", "cannot-link", 1, .5, "both are in 0"),
                new JudgedPair("5", "640", "cannot-link", .75, .12, "both are in 7")),
            List.of(new JudgedPair("3", "4", "must-link", 1, .93, "both are in 2")),
            1,
            12),
        new Spectrum(eigenvalues, residuals),
        Scatter.of(
            "eigenvector 2",
            "eigenvector 3",
            x,
            y,
            cluster,
            Integer::toString,
            new Scatter.Pairs(
                new int[] {17, 88},
                new int[] {1024, 1502},
                new boolean[] {false, true},
                new boolean[] {false, true})),
        List.of(
            new ClusterExamples(0, List.of("12", "900"), List.of("33")),
            new ClusterExamples(1, List.of("1"), List.of())),
        List.of(
            new Solver(
                "Eigenvectors",
                List.of(new Fact("Largest residual", "10⁻¹⁰"), new Fact("Tolerance", "10⁻⁸")),
                new Trace(
                    "products with the matrix",
                    "largest residual",
                    new double[] {20, 60, 92},
                    new double[] {.1, 1e-4, 3e-9},
                    1e-8,
                    true))),
        List.of(new Component(1797, "0", 10, .11)),
        List.of(
            new Stage("input", .84),
            new Stage("neighbours", 3.21),
            new Stage("graph", .4),
            new Stage("eigenvectors", .36),
            new Stage("kernel learning", .09),
            new Stage("k-means", 2.4),
            new Stage("output", 1.9)),
        List.of(new Fact("Heap of the driver at its peak, at most", "612 MiB")),
        List.of(
            "4 of 269 cannot-link constraints are violated: clusters.constraints = soft allows it."),
        List.of(
            new Fact("Concord", "0.1.0"),
            new Fact("Spark", "4.1.0, Java 17.0.13, OpenBLAS 0.3.31"),
            new Fact("input.features", "1,797 rows, checksum 5be3 91c0 77fa 2d16")),
        "{\n    \"clusters\" : {\n        \"count\" : 10,\n        \"method\" : \"ccskl\"\n    }\n}\n");
  }

  /** A page with every section, its texts being {@code text}. */
  static ReportPage page(ReportModel model, String text) {
    ClusterProfiles.Line line =
        new ClusterProfiles.Line(
            text,
            "40100",
            List.of(
                new ClusterProfiles.Cell("66200", 0.9), new ClusterProfiles.Cell("39000", -.3)));
    return new ReportPage(
        model,
        new NumberScores(
            10,
            9,
            3,
            List.of(
                new NumberScores.Row(9, .01, .5, .7, -3.0, -1.0, .97),
                new NumberScores.Row(10, .02, 1, .8, -2.0, 0.0, null))),
        Stream.of(ReportPage.Place.values())
            .map(
                place ->
                    new ReportPage.Section(
                        place, "Of a capability, " + place, "<p>Its <em>content</em>.</p>"))
            .toList(),
        new Confidence(
            new long[] {0, 2, 0, 0, 9, 12, 30, 80, 200, 1464},
            .94,
            true,
            List.of(
                new Confidence.Doubted("33", .12, 0, 1), new Confidence.Doubted("1", .2, -1, -1)),
            List.of(text)),
        new MethodChoice(
            List.of(
                new MethodChoice.Line(text, .92, .81, null, true),
                new MethodChoice.Line("k-means", .80, null, null, false))),
        new ClusterProfiles(
            2,
            List.of(line),
            1,
            List.of(text),
            List.of(List.of(text), List.of()),
            new ClusterProfiles.Classes(List.of(text, "b"), new long[][] {{3, 1}, {0, 4}})),
        java.util.Map.of("12", text, "1024", text),
        java.util.Map.of("12", picture(), "33", picture()));
  }

  public static ReportModel bare() {
    return new ReportModel(
        "one cluster",
        List.of(),
        new Outcome(5, new long[] {5}, null, Double.NaN, 0, null, List.of()),
        List.of(),
        null,
        null,
        null,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        "{}");
  }

  static ReportModel hostile() {
    return new ReportModel(
        HOSTILE,
        List.of(new Fact(HOSTILE, HOSTILE)),
        new Outcome(
            2, new long[] {1, 1}, null, .5, 1, null, List.of(new Fact("path", "file:/" + HOSTILE))),
        List.of(new Agreement(HOSTILE, 2, 1, 1, 0, 0)),
        new Constraints(
            List.of(new Kind(HOSTILE, 3, 2)),
            List.of(new JudgedPair(HOSTILE, "a\u202Eb\u0000", HOSTILE, 1, 1, HOSTILE)),
            List.of(new JudgedPair(LONG, "\u05d0\u05d1", HOSTILE, 1, 1, HOSTILE + LONG)),
            1,
            1),
        new Spectrum(new double[] {0, .5}, null),
        new Scatter(
            HOSTILE,
            HOSTILE,
            new double[] {0, 1},
            new double[] {0, 1},
            new int[] {0, 1},
            List.of(HOSTILE, LONG),
            List.of(new Scatter.DrawnPair(0, 1, true, false)),
            2),
        List.of(new ClusterExamples(0, List.of(HOSTILE, LONG), List.of("\u05d0\u202E"))),
        List.of(
            new Solver(
                HOSTILE,
                List.of(new Fact(HOSTILE, HOSTILE)),
                new Trace(HOSTILE, HOSTILE, new double[] {1, 2}, new double[] {2, 1}, 0, false))),
        List.of(new Component(1, HOSTILE, 1, 1), new Component(1, LONG, 1, 1)),
        List.of(new Stage(HOSTILE, 1)),
        List.of(new Fact(HOSTILE, HOSTILE)),
        List.of(HOSTILE),
        List.of(new Fact(HOSTILE, HOSTILE)),
        "{\"path\" : \"" + HOSTILE + "\"}");
  }
}
