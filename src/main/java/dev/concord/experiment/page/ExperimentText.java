package dev.concord.experiment.page;

import dev.concord.experiment.trial.Measure;
import dev.concord.experiment.trial.Spread;
import dev.concord.experiment.trial.Trial;
import dev.concord.experiment.trial.TrialSummary;
import dev.concord.report.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An experiment as a section of a Markdown document: the result of a paper, and the results of the
 * trials.
 */
public final class ExperimentText {
  /** Amounts that a table of a data set shows at most. */
  private static final int AMOUNTS = 6;

  private final ExperimentModel model;
  private final StringBuilder out = new StringBuilder();

  private ExperimentText(ExperimentModel model) {
    this.model = model;
  }

  /** The section, from its heading of the second level on. The same model, the same text. */
  public static String markdown(ExperimentModel model) {
    ExperimentText text = new ExperimentText(model);
    text.head();
    text.overview();
    model.datasets().keySet().forEach(text::dataset);
    text.failures();
    return text.out.toString();
  }

  /** A row of a table, whose first cell is a name. */
  private void row(String name, String... cells) {
    line("| " + cell(name) + " | " + String.join(" | ", cells) + " |");
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private void head() {
    line("## " + cell(model.title()));
    line("");
    if (model.question() != null) {
      line(cell(model.question()));
      line("");
    }
    if (model.paper() != null) {
      line("**The paper.** " + cell(model.paper()));
      line("");
    }
    line(
        "**Ours.** %s."
            .formatted(
                model.facts().stream()
                    .map(fact -> cell(fact.name()) + ": " + cell(fact.value()))
                    .collect(Collectors.joining("; "))));
    line("");
    line("```");
    line(Figures.visible(model.command()));
    line("```");
    line("");
    for (String warning : model.warnings()) {
      line("- " + cell(warning));
    }
    if (!model.warnings().isEmpty()) {
      line("");
    }
  }

  /** Means over all amounts, methods by data sets, and who leads. */
  private void overview() {
    boolean gain = model.overall().stream().anyMatch(s -> !Double.isNaN(s.gain()));
    line(
        "Adjusted Rand index, mean over all amounts and draws (the best of a row in bold)"
            + (gain
                ? "; in brackets the share of draws in which it exceeds that of " + model.baseline()
                : "")
            + ":");
    line("");
    List<String> methods = List.copyOf(model.methods().keySet());
    line(
        "| data set | "
            + String.join(" | ", methods.stream().map(ExperimentText::cell).toList())
            + " |");
    line("|---" + "|--:".repeat(methods.size()) + "|");
    Map<String, List<Double>> columns = new LinkedHashMap<>();
    for (String dataset : model.datasets().keySet()) {
      Map<String, TrialSummary> own = byMethod(model.overallOf(dataset));
      double best =
          own.values().stream()
              .mapToDouble(s -> s.spread(Measure.ARI).mean())
              .filter(x -> !Double.isNaN(x))
              .max()
              .orElse(Double.NaN);
      List<String> cells = new ArrayList<>();
      for (String method : methods) {
        TrialSummary s = own.get(method);
        if (s == null) {
          cells.add("");
          continue;
        }
        double mean = s.spread(Measure.ARI).mean();
        if (!Double.isNaN(mean)) {
          columns.computeIfAbsent(method, m -> new ArrayList<>()).add(mean);
        }
        String shown = figure(mean, 3);
        cells.add(
            (shown.equals(figure(best, 3)) ? "**" + shown + "**" : shown)
                + (Double.isNaN(s.gain()) || method.equals(model.baseline())
                    ? ""
                    : " (" + Math.round(100 * s.gain()) + " %)"));
      }
      row(model.titleOf(dataset), cells.toArray(String[]::new));
    }
    int sets = model.datasets().size();
    if (sets > 1) {
      List<String> means = new ArrayList<>();
      for (String method : methods) {
        List<Double> column = columns.getOrDefault(method, List.of());
        means.add(
            column.size() < sets
                ? ""
                : figure(column.stream().mapToDouble(x -> x).average().orElse(Double.NaN), 3));
      }
      line("| *mean* | " + String.join(" | ", means) + " |");
    }
    line("");
    losses();
  }

  private static Map<String, TrialSummary> byMethod(List<TrialSummary> summaries) {
    Map<String, TrialSummary> map = new LinkedHashMap<>();
    summaries.forEach(s -> map.put(s.method(), s));
    return map;
  }

  /** Where another method is better than the study's own by more than two standard errors. */
  private void losses() {
    if (model.subject() == null) {
      return;
    }
    Map<String, List<TrialSummary>> cells = new LinkedHashMap<>();
    for (TrialSummary s : model.each()) {
      cells
          .computeIfAbsent(
              s.dataset() + "/" + s.given() + "/" + s.noise(), key -> new ArrayList<>())
          .add(s);
    }
    Map<String, Integer> beaten = new LinkedHashMap<>();
    int compared = 0;
    for (List<TrialSummary> cell : cells.values()) {
      TrialSummary own =
          cell.stream().filter(s -> s.method().equals(model.subject())).findFirst().orElse(null);
      if (own == null || own.spread(Measure.ARI).count() == 0) {
        continue;
      }
      compared++;
      for (TrialSummary other : cell) {
        if (!other.method().equals(model.subject())
            && ahead(other.spread(Measure.ARI), own.spread(Measure.ARI))) {
          beaten.merge(other.method() + " on " + model.titleOf(other.dataset()), 1, Integer::sum);
        }
      }
    }
    if (beaten.isEmpty()) {
      line(
          ("`%s` is beaten by no other method by more than two standard errors, in %s comparisons"
                  + " of a data set and an amount.")
              .formatted(model.subject(), compared));
    } else {
      line(
          ("Where `%s` loses by more than two standard errors (number of amounts, of %s cells in"
                  + " all): %s.")
              .formatted(
                  model.subject(),
                  compared,
                  beaten.entrySet().stream()
                      .map(entry -> cell(entry.getKey()) + " (" + entry.getValue() + ")")
                      .collect(Collectors.joining(", "))));
    }
    line("");
  }

  private static boolean ahead(Spread a, Spread b) {
    double error =
        StrictMath.hypot(
            Double.isNaN(a.standardError()) ? 0.0 : a.standardError(),
            Double.isNaN(b.standardError()) ? 0.0 : b.standardError());
    return a.mean() - b.mean() > Math.max(2.0 * error, 1e-9);
  }

  private void dataset(String dataset) {
    line("### " + cell(model.title()) + ": " + cell(model.titleOf(dataset)));
    line("");
    curve(dataset);
    line(
        "| over all amounts | ARI | min to max | NMI | error matched | error majority | ARI outside"
            + " | matched outside | majority outside | satisfied | ncut | violations | failed |");
    line("|---" + "|--:".repeat(12) + "|");
    for (TrialSummary s : model.overallOf(dataset)) {
      Spread ari = s.spread(Measure.ARI);
      row(
          s.method(),
          figure(ari.mean(), 3),
          figure(ari.min(), 2) + " to " + figure(ari.max(), 2),
          mean(s, Measure.NMI),
          percent(s, Measure.ERROR_MATCHED),
          percent(s, Measure.ERROR_MAJORITY),
          mean(s, Measure.ARI_OUTSIDE),
          percent(s, Measure.ERROR_MATCHED_OUTSIDE),
          percent(s, Measure.ERROR_MAJORITY_OUTSIDE),
          percent(s, Measure.SATISFIED),
          mean(s, Measure.NCUT),
          figure(s.spread(Measure.VIOLATIONS).mean(), 1),
          s.failures() == 0 ? "0" : s.failures() + " of " + s.trials());
    }
    line("");
    doubt(dataset);
  }

  /** The number of clusters where it varies, points set aside, and confidences. */
  private void doubt(String dataset) {
    List<TrialSummary> own = model.overallOf(dataset);
    boolean varies =
        own.stream()
            .map(s -> s.spread(Measure.CLUSTERS))
            .anyMatch(spread -> spread.count() > 0 && spread.min() < spread.max());
    boolean sure = own.stream().anyMatch(s -> s.spread(Measure.CALIBRATION).count() > 0);
    if (!varies && !sure) {
      return;
    }
    line(
        "| over all amounts | clusters | least to most | set aside | calibration error | errors among"
            + " the 5 % least confident |");
    line("|---" + "|--:".repeat(5) + "|");
    for (TrialSummary s : own) {
      Spread clusters = s.spread(Measure.CLUSTERS);
      row(
          s.method(),
          figure(clusters.mean(), 1),
          figure(clusters.min(), 0) + " to " + figure(clusters.max(), 0),
          percent(s, Measure.OUTLIERS),
          mean(s, Measure.CALIBRATION),
          percent(s, Measure.DOUBTFUL));
    }
    line("");
  }

  /** The adjusted Rand index by amount, or by noise. */
  private void curve(String dataset) {
    List<TrialSummary> own =
        model.each().stream().filter(s -> s.dataset().equals(dataset)).toList();
    record Point(int given, double noise) {}
    List<Point> points =
        own.stream()
            .map(s -> new Point(s.given(), s.noise()))
            .distinct()
            .sorted(Comparator.comparingInt(Point::given).thenComparingDouble(Point::noise))
            .toList();
    if (points.size() < 2) {
      return;
    }
    List<Point> shown = new ArrayList<>();
    int count = Math.min(AMOUNTS, points.size());
    for (int i = 0; i < count; i++) {
      shown.add(points.get((int) Math.round(i * (points.size() - 1.0) / (count - 1.0))));
    }
    boolean noisy = points.stream().map(Point::noise).distinct().count() > 1;
    line(
        "| ARI, mean ± standard error, by %s | %s |"
            .formatted(
                model.toldName(),
                shown.stream()
                    .map(
                        p ->
                            p.given()
                                + (noisy ? ", " + Math.round(100 * p.noise()) + " % wrong" : ""))
                    .collect(Collectors.joining(" | "))));
    line("|---" + "|--:".repeat(shown.size()) + "|");
    for (String method : model.methods().keySet()) {
      List<String> cells = new ArrayList<>();
      for (Point p : shown) {
        cells.add(
            own.stream()
                .filter(s -> s.method().equals(method) && s.given() == p.given())
                .filter(s -> s.noise() == p.noise())
                .findFirst()
                .map(s -> s.spread(Measure.ARI))
                .map(
                    a ->
                        figure(a.mean(), 3)
                            + (Double.isNaN(a.standardError())
                                ? ""
                                : " ± " + figure(a.standardError(), 3)))
                .orElse(""));
      }
      if (cells.stream().anyMatch(text -> !text.isEmpty())) {
        row(method, cells.toArray(String[]::new));
      }
    }
    line("");
  }

  private void failures() {
    if (model.failed().isEmpty()) {
      return;
    }
    Map<String, Integer> reasons = new LinkedHashMap<>();
    for (Trial t : model.failed()) {
      String reason =
          t.failure().length() > 160 ? t.failure().substring(0, 160) + "…" : t.failure();
      // Numbers differ from trial to trial; the kind of failure is what counts.
      reasons.merge(
          t.method() + " on " + t.dataset() + ": " + reason.replaceAll("[-0-9][0-9.,eE+-]*", "N"),
          1,
          Integer::sum);
    }
    line("Trials without a result (counted above as failed, in no mean):");
    line("");
    reasons.forEach((reason, count) -> line("- " + count + " × " + cell(reason)));
    line("");
  }

  private static String mean(TrialSummary s, Measure measure) {
    return figure(s.spread(measure).mean(), 3);
  }

  private static String percent(TrialSummary s, Measure measure) {
    double mean = s.spread(measure).mean();
    return Double.isNaN(mean) ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * mean);
  }

  private static String figure(double value, int decimals) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** Text that breaks no table and starts no markup. */
  private static String cell(String text) {
    return Figures.visible(text.replaceAll("\\s+", " ").strip())
        .replace("|", "\\|")
        .replace("<", "&lt;");
  }
}
