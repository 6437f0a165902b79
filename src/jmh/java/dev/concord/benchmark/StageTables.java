package dev.concord.benchmark;

import dev.concord.report.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of one command, run several times. */
final class StageTables {
  /** Against floors below it, in seconds, a stage is what a Spark job costs: no ratio is shown. */
  private static final double TELLING = 0.01;

  private StageTables() {}

  /** Whole process, stages against their floors, and the figures of the result. */
  static String of(String command, WholeRuns runs, int dim, Peaks peaks) {
    Table whole =
        new Table("command", ">seconds", ">processor seconds", ">peak resident memory")
            .row(
                "`" + command + "`",
                runs.seconds().toString(),
                runs.processorSeconds().toString(),
                runs.peakMemory());
    return whole + "\n" + stages(runs, dim, peaks) + "\n" + figures(runs) + "\n";
  }

  private static Table stages(WholeRuns runs, int dim, Peaks peaks) {
    Map<String, Floors.Floor> floors = Floors.of(runs.firstMetrics(), runs.firstRun(), dim, peaks);
    Table table = new Table("stage", ">seconds", ">floor", ">ratio", "what the floor counts");
    for (String stage : runs.stages()) {
      Sample seconds = runs.stages(List.of(stage));
      Floors.Floor floor = floors.get(stage);
      if (floor == null) {
        table.row(stage, seconds.toString(), "", "", "");
      } else {
        table.row(
            stage,
            seconds.toString(),
            floor.seconds() < TELLING ? "< " + TELLING : Sample.digits(floor.seconds()),
            floor.seconds() < TELLING ? "" : Sample.digits(seconds.median() / floor.seconds()),
            floor.counted());
      }
    }
    double rest = runs.seconds().median() - runs.stages(runs.stages()).median();
    return table.row("start of Java and Spark, and their end", Sample.digits(rest), "", "", "");
  }

  private static String figures(WholeRuns runs) {
    Facts metrics = runs.firstMetrics();
    StringBuilder text =
        new StringBuilder(Figures.count((long) metrics.number("n")))
            .append(" points, ")
            .append(Figures.count((long) metrics.number("graph", "edges")))
            .append(" edges");
    double scanned = metrics.number("graph", "rowsScannedInFull");
    if (!Double.isNaN(scanned)) {
      text.append(", ").append(Figures.count((long) scanned)).append(" rows scanned in full");
    }
    double recall = metrics.number("graph", "recallEstimate");
    if (!Double.isNaN(recall)) {
      double low = metrics.number("graph", "recallInterval", "low");
      double high = metrics.number("graph", "recallInterval", "high");
      text.append(String.format(Locale.ROOT, ", recall %.4f", recall));
      if (!Double.isNaN(low)) { // an exact search has no interval
        text.append(String.format(Locale.ROOT, " (95 %% interval %.4f to %.4f)", low, high));
      }
    }
    text.append("; normalized cut ")
        .append(String.format(Locale.ROOT, "%.4f", metrics.number("ncut")))
        .append(links(metrics, "mustLink", "must-links"))
        .append(links(metrics, "cannotLink", "cannot-links"));
    if (!metrics.object("truth").isEmpty()) {
      text.append("; ARI ")
          .append(Figures.score(metrics.number("truth", "ari")))
          .append(", NMI ")
          .append(Figures.score(metrics.number("truth", "nmi")))
          .append(", error ")
          .append(Figures.percent(metrics.number("truth", "errorMatched")))
          .append(" matched, ")
          .append(Figures.percent(metrics.number("truth", "errorMajority")))
          .append(" by majority");
    }
    return text.append('.').toString();
  }

  private static String links(Facts metrics, String key, String name) {
    double total = metrics.number("constraints", key, "total");
    return Double.isNaN(total)
        ? ""
        : "; %s of %s %s violated"
            .formatted(
                Figures.count((long) metrics.number("constraints", key, "violated")),
                Figures.count((long) total),
                name);
  }

  /** The row of one method on a graph that was given. */
  static void methodRow(Table table, String name, WholeRuns runs) {
    Facts metrics = runs.firstMetrics();
    double products = runs.firstRun().number("convergence", "products");
    if (Double.isNaN(products)) {
      products = metrics.number("method", "products");
    }
    table.row(
        name,
        runs.seconds().toString(),
        runs.stages(List.of("eigenvectors", "method")).toString(),
        runs.stages().contains("rounding") ? runs.stages(List.of("rounding")).toString() : "none",
        Double.isNaN(products) ? "–" : Figures.count((long) products),
        runs.peakMemory(),
        Figures.score(metrics.number("truth", "ari")),
        Figures.score(metrics.number("truth", "nmi")),
        Figures.percent(metrics.number("truth", "errorMatched")),
        Figures.percent(metrics.number("truth", "errorMajority")));
  }

  static Table methods() {
    return new Table(
        "method",
        ">seconds",
        ">method",
        ">k-means",
        ">products",
        ">memory",
        ">ARI",
        ">NMI",
        ">matched",
        ">majority");
  }
}
