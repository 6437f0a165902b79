package dev.concord.study;

import dev.concord.metric.trial.Spread;
import dev.concord.report.experiment.ErrorBarPlot;
import dev.concord.report.experiment.ExperimentPlots;
import dev.concord.study.CcsklCurves.GraphRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes what {@link CcsklStudy} found as a section of docs/RESULTS.md.
 *
 * <pre>CcsklReport OUT</pre>
 *
 * Reads OUT/trials.csv; writes OUT/results.md, OUT/plots/error.svg and OUT/means.csv.
 */
public final class CcsklReport {
  private final List<StudyRow> rows;
  private final int failed;
  final List<String> sets;
  private final StringBuilder out = new StringBuilder();

  CcsklReport(List<StudyRow> rows) {
    this.rows = rows.stream().filter(row -> !row.isFailed()).toList();
    this.failed = rows.size() - this.rows.size();
    this.sets = rows.stream().map(StudyRow::set).distinct().sorted().toList();
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    CcsklReport report = new CcsklReport(CcsklStudy.read(folder.resolve("trials.csv")));
    report.head();
    report.graphs(GraphRule.values());
    report.changes();
    report.change("CCSKL with m = 10", CcsklCurves.PAPER, with(Arm.CCSKL, Arm.CCSKL_10));
    report.change("CCSKL with m = 5", CcsklCurves.PAPER, with(Arm.CCSKL, Arm.CCSKL_5));
    report.other(folder.resolve("few.csv"), "10 to 100 pairs");
    report.other(folder.resolve("scaled.csv"), "standardized features");
    report.write(folder);
  }

  /** Writes the section so far, the curves as a picture, and the means. */
  void write(Path folder) throws IOException {
    Files.writeString(folder.resolve("results.md"), out.toString());
    Files.createDirectories(folder.resolve("plots"));
    Files.writeString(folder.resolve("plots/error.svg"), plot());
    Files.write(folder.resolve("means.csv"), means());
  }

  void line(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private List<StudyRow> of(String set, Arm arm) {
    return rows.stream().filter(row -> row.set().equals(set) && row.arm() == arm).toList();
  }

  int draws(String set, Arm arm) {
    return (int) of(set, arm).stream().mapToInt(StudyRow::draw).distinct().count();
  }

  private void head() {
    line("## Spectral kernel learning at the paper's size (CCSKL)");
    line("");
    line("Does CCSKL lead when the study is as large as the paper's, and what decides it?");
    line("");
    line(
        "**The paper.** Fig. 5 of Li and Liu: CCSKL has the lowest error in most cases; CCSKL and"
            + " spectral learning are consistently better than normalized cuts, SSKK sometimes"
            + " worse; CCSR is comparable to CCSKL. The best of nine graphs of 20 neighbours, ten"
            + " amounts of pairs, 50 draws of each, every result the mean over 50 random starts of"
            + " k-means, of weighted kernel k-means (SSKK) or of the discretization (normalized"
            + " cuts). It prints no number.");
    line("");
    line(
        "**Ours.** The same on %s, features unscaled; the paper's amounts are on an axis that we"
            + " do not have, ours are 100 to 1,000. Draws: %s%s. Spectral learning has the additive"
            + " normalization of its paper, SSKK the penalty n/(k s) and no shift.",
        String.join(", ", sets),
        sets.stream()
            .map(
                set ->
                    set
                        + " "
                        + draws(set, Arm.CCSKL)
                        + " ("
                        + Arm.CCSR.title()
                        + " "
                        + draws(set, Arm.CCSR)
                        + ", the variants "
                        + draws(set, Arm.CCSKL_ROWS)
                        + ")")
            .collect(Collectors.joining(", ")),
        withoutResult());
    line("");
    line("```");
    line("CONCORD_DATA=/data/uci scripts/results.sh ccskl-paper");
    line("```");
    line("");
  }

  private static double mean(double[] values) {
    return Spread.of(values).mean();
  }

  /** Mean errors over all amounts by rules for the graph. */
  void graphs(GraphRule... rules) {
    line("Which graph is reported: error matched in %%, the mean over all amounts and draws.");
    line("");
    line(
        "| graph | %s |",
        sets.stream()
            .flatMap(set -> Arm.PAPER.stream().map(arm -> set + " " + arm.title()))
            .collect(Collectors.joining(" | ")));
    line("|---|%s", "--:|".repeat(sets.size() * Arm.PAPER.size()));
    for (GraphRule rule : rules) {
      CcsklCurves curves = new CcsklCurves(rule, "error", Integer.MAX_VALUE);
      line(
          "| %s | %s |",
          title(rule),
          sets.stream()
              .flatMap(set -> Arm.PAPER.stream().map(arm -> overall(curves, of(set, arm))))
              .map(error -> String.format(Locale.ROOT, "%.1f", 100 * error))
              .collect(Collectors.joining(" | ")));
    }
    line("");
  }

  private static String title(GraphRule rule) {
    return switch (rule) {
      case BEST -> "the best by the truth, as in the paper";
      case BEST_EACH -> "the best for each amount";
      case HELD_OUT -> "chosen by a fifth of the pairs, held out";
      case MEAN_DISTANCE -> "σ = r";
    };
  }

  private static double overall(CcsklCurves curves, List<StudyRow> rows) {
    return curves.of(rows).values().stream()
        .mapToDouble(CcsklReport::mean)
        .average()
        .orElse(Double.NaN);
  }

  private void changes() {
    changesHead();
    int all = Integer.MAX_VALUE;
    change("none: as in the paper", CcsklCurves.PAPER, Arm.PAPER);
    change("best graph anew for each amount", rule(GraphRule.BEST_EACH), Arm.PAPER);
    change("graph by held-out pairs", rule(GraphRule.HELD_OUT), Arm.PAPER);
    change("one graph, σ = r", rule(GraphRule.MEAN_DISTANCE), Arm.PAPER);
    change(
        "the start of lowest cost, not the mean",
        new CcsklCurves(GraphRule.BEST, "error_of_best", all),
        Arm.PAPER);
    change("error by majority", new CcsklCurves(GraphRule.BEST, "majority", all), Arm.PAPER);
    change("ARI (higher is better)", new CcsklCurves(GraphRule.BEST, "ari", all), Arm.PAPER);
    change("the first 10 draws", new CcsklCurves(GraphRule.BEST, "error", 10), Arm.PAPER);
    change("CCSKL with rows of length 1", CcsklCurves.PAPER, with(Arm.CCSKL, Arm.CCSKL_ROWS));
    change(
        "CCSKL with lengths of points in pairs alone",
        CcsklCurves.PAPER,
        with(Arm.CCSKL, Arm.CCSKL_CONSTRAINED));
    change(
        "spectral learning, divisive normalization",
        CcsklCurves.PAPER,
        with(Arm.SL, Arm.SL_DIVISIVE));
    change("SSKK with a shift of 1", CcsklCurves.PAPER, with(Arm.SSKK, Arm.SSKK_SHIFTED));
  }

  /** The head of the table whose rows {@link #change} writes. */
  void changesHead() {
    line(
        "One thing changed at a time. *Leads*: in how many of the cells (a data set and an amount)"
            + " CCSKL has the lowest mean; *of four*: the same without CCSR, whose results the paper"
            + " takes from another; *below the cut*: in how many it is better than normalized cuts."
            + " Then the means over all cells in %%.");
    line("");
    line(
        "| change | leads | of four | below the cut | %s |",
        Arm.PAPER.stream().map(Arm::title).collect(Collectors.joining(" | ")));
    line("|---|--:|--:|--:|%s", "--:|".repeat(Arm.PAPER.size()));
  }

  /** The row of trials in another file, when it is there. */
  private void other(Path file, String title) throws IOException {
    List<StudyRow> found = CcsklStudy.read(file);
    if (found.isEmpty()) {
      return;
    }
    CcsklReport report = new CcsklReport(found);
    report.change(
        String.format(
            "%s (%s, %d draws%s)",
            title,
            String.join(", ", report.sets),
            report.draws(report.sets.get(0), Arm.CCSKL),
            report.withoutResult()),
        CcsklCurves.PAPER,
        Arm.PAPER);
    out.append(report.out);
  }

  /** How many runs are in no mean, where there are any. */
  String withoutResult() {
    return failed == 0 ? "" : String.format(Locale.ROOT, "; %d runs without a result", failed);
  }

  static CcsklCurves rule(GraphRule rule) {
    return new CcsklCurves(rule, "error", Integer.MAX_VALUE);
  }

  private static List<Arm> with(Arm old, Arm other) {
    return Arm.PAPER.stream().map(arm -> arm == old ? other : arm).toList();
  }

  void change(String title, CcsklCurves curves, List<Arm> arms) {
    if (rows.stream().noneMatch(row -> arms.get(0) == row.arm())) {
      return;
    }
    int leads = 0;
    int ofFour = 0;
    int belowCut = 0;
    int cells = 0;
    double[] sums = new double[arms.size()];
    for (String set : sets) {
      List<Map<Integer, double[]>> found =
          arms.stream().map(arm -> curves.of(of(set, arm))).toList();
      for (int amount : found.get(0).keySet()) {
        double[] means = new double[arms.size()];
        for (int a = 0; a < means.length; a++) {
          means[a] = mean(found.get(a).getOrDefault(amount, new double[0]));
          sums[a] += means[a];
        }
        boolean first = true;
        boolean firstOfFour = true;
        for (int a = 1; a < means.length; a++) {
          boolean ahead = Double.isNaN(means[a]) || better(curves, means[0], means[a]);
          first &= ahead;
          firstOfFour &= ahead || arms.get(a) == Arm.CCSR;
        }
        leads += first ? 1 : 0;
        ofFour += firstOfFour ? 1 : 0;
        belowCut += better(curves, means[0], means[means.length - 1]) ? 1 : 0;
        cells++;
      }
    }
    List<String> shown = new ArrayList<>();
    for (double sum : sums) {
      shown.add(Double.isNaN(sum) ? "–" : String.format(Locale.ROOT, "%.1f", 100 * sum / cells));
    }
    line(
        "| %s | %d of %d | %d | %d | %s |",
        title, leads, cells, ofFour, belowCut, String.join(" | ", shown));
  }

  private static boolean better(CcsklCurves curves, double one, double other) {
    return curves.isError() ? one < other : one > other;
  }

  private String plot() {
    List<ErrorBarPlot> plots = new ArrayList<>();
    for (String set : sets) {
      List<ErrorBarPlot.Values> lines = new ArrayList<>();
      for (Arm arm : Arm.PAPER) {
        Map<Integer, double[]> curve = CcsklCurves.PAPER.of(of(set, arm));
        List<Spread> spreads = curve.values().stream().map(Spread::of).toList();
        lines.add(
            new ErrorBarPlot.Values(
                arm.title(),
                curve.keySet().stream().mapToDouble(Integer::doubleValue).toArray(),
                spreads.stream().mapToDouble(Spread::mean).toArray(),
                spreads.stream().mapToDouble(Spread::standardError).toArray()));
      }
      plots.add(ErrorBarPlot.of(set, "pairs", lines));
    }
    return ExperimentPlots.svg(
        new ExperimentPlots.Sheet(
            "error matched, on the best graph: means, with standard errors as bars",
            "error",
            plots));
  }

  /** The means over draws of every cell, as a table. */
  private List<String> means() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "set,graph,method,pairs,draws,error,error_standard_error,error_of_best,majority,ari,held_out");
    for (String set : sets) {
      for (Arm arm : Arm.values()) {
        of(set, arm).stream()
            .collect(
                Collectors.groupingBy(
                    row -> Double.parseDouble(row.graph()),
                    java.util.TreeMap::new,
                    Collectors.groupingBy(
                        StudyRow::pairs, java.util.TreeMap::new, Collectors.toList())))
            .forEach(
                (graph, byPairs) ->
                    byPairs.forEach((pairs, own) -> lines.add(means(set, arm, graph, pairs, own))));
      }
    }
    return lines;
  }

  private static String means(String set, Arm arm, double graph, int pairs, List<StudyRow> own) {
    Spread error = Spread.of(own.stream().mapToDouble(StudyRow::error).toArray());
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "%s,%s,%s,%d,%d,%.5f,%.5f",
            set,
            graph,
            arm.title(),
            pairs,
            own.size(),
            error.mean(),
            error.standardError()));
    for (String column : List.of("error_of_best", "majority", "ari", "held_out")) {
      double mean = own.stream().mapToDouble(row -> row.value(column)).average().orElse(Double.NaN);
      line.append(String.format(Locale.ROOT, ",%.5f", mean));
    }
    return line.toString();
  }
}
