package dev.concord.report;

import dev.concord.report.ReportModel.Agreement;
import dev.concord.report.ReportModel.Constraints;
import dev.concord.report.ReportModel.Fact;
import dev.concord.report.ReportModel.Kind;
import dev.concord.report.ReportModel.Outcome;
import dev.concord.report.ReportModel.Scatter;
import dev.concord.report.ReportModel.Spectrum;
import dev.concord.report.ReportModel.Stage;
import dev.concord.report.ReportModel.Violation;
import java.util.List;
import java.util.SplittableRandom;

/** Models to draw: one with everything, shaped like handwritten digits, and one with nothing. */
final class SampleReports {
  static final String HOSTILE = "<script>alert(1)</script>\"'</style></pre>&amp;";

  private SampleReports() {}

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
                new Violation("1024", "17", "cannot-link", 1, "given"),
                new Violation("88", "1502", "cannot-link", .8, "given"),
                new Violation("231", "1779", "cannot-link", 1, "implied"),
                new Violation("5", "640", "cannot-link", .75, "given"))),
        new Spectrum(eigenvalues, residuals),
        Scatter.of("eigenvector 2", "eigenvector 3", x, y, cluster),
        null,
        List.of(
            new Stage("input", .84),
            new Stage("neighbours", 3.21),
            new Stage("graph", .4),
            new Stage("eigenvectors", .36),
            new Stage("kernel learning", .09),
            new Stage("k-means", 2.4),
            new Stage("output", 1.9)),
        List.of(
            "4 of 269 cannot-link constraints are violated: clusters.constraints = soft allows it."),
        List.of(
            new Fact("Concord", "0.1.0"),
            new Fact("Spark", "4.1.0, Java 17.0.13, OpenBLAS 0.3.31"),
            new Fact("input.features", "1,797 rows, checksum 5be3 91c0 77fa 2d16")),
        "{\n    \"clusters\" : {\n        \"count\" : 10,\n        \"method\" : \"ccskl\"\n    }\n}\n");
  }

  static ReportModel bare() {
    return new ReportModel(
        "one cluster",
        List.of(),
        new Outcome(5, new long[] {5}, null, Double.NaN, 0, List.of()),
        List.of(),
        null,
        null,
        null,
        null,
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
            2, new long[] {1, 1}, null, .5, 1, List.of(new Fact("path", "file:/" + HOSTILE))),
        List.of(new Agreement(HOSTILE, 2, 1, 1, 0, 0)),
        new Constraints(
            List.of(new Kind(HOSTILE, 3, 2)),
            List.of(new Violation(HOSTILE, "a\u202Eb\u0000", HOSTILE, 1, HOSTILE))),
        new Spectrum(new double[] {0, .5}, null),
        new Scatter(
            HOSTILE, HOSTILE, new double[] {0, 1}, new double[] {0, 1}, new int[] {0, 1}, 2),
        new SegmentedImage(2, 1, new int[] {0, 1}, new byte[] {0, -1}),
        List.of(new Stage(HOSTILE, 1)),
        List.of(HOSTILE),
        List.of(new Fact(HOSTILE, HOSTILE)),
        "{\"path\" : \"" + HOSTILE + "\"}");
  }
}
