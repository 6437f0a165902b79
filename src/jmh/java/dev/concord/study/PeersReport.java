package dev.concord.study;

import dev.concord.metric.trial.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The section of docs/RESULTS.md about {@link Peers}. */
final class PeersReport {
  private final List<Row> rows;
  private final List<String> sets;
  private final List<String> methods;
  private final StringBuilder out = new StringBuilder();

  private record Row(String set, String method, double seconds, double ari, double error) {
    static Row of(String line) {
      // The name of a method is in quotes and may hold a comma.
      String[] ends = line.split("\"", -1);
      String[] values = ends[2].split(",", -1);
      return new Row(
          ends[0].replace(",", ""),
          ends[1],
          Double.parseDouble(values[2]),
          Double.parseDouble(values[3]),
          Double.parseDouble(values[4]));
    }
  }

  private PeersReport(List<Row> rows) {
    this.rows = rows;
    this.sets = rows.stream().map(Row::set).distinct().toList();
    this.methods = rows.stream().map(Row::method).distinct().toList();
  }

  /** The section from the lines of trials.csv, a header first. */
  static String of(List<String> lines) {
    PeersReport report =
        new PeersReport(lines.stream().skip(1).map(Row::of).collect(Collectors.toList()));
    report.head();
    report.table("ARI, mean ± standard error", PeersReport::ari);
    report.table("processor time of a run in ms, mean", PeersReport::milliseconds);
    return report.out.toString();
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private void head() {
    line("## Peers");
    line("");
    line(
        "What does a tenth of the labels buy, beside what other programs make of the same tables?"
            + " `ensemble` (the default, refined), `cosc`, `pck-means` and `cop-k-means` get all"
            + " pairs among the labelled points; `pck-means` may break them at a penalty, the"
            + " others may not. Seeded k-means gets the labels; `ncut`, power iteration clustering"
            + " (Spark MLlib) and scikit-learn's SpectralClustering get nothing. One graph for all,"
            + " ten neighbours with self-tuning weights, but for the last row, where scikit-learn"
            + " makes its own of ten neighbours. Errors are over all points, the labelled ones"
            + " among them.");
    line("");
    line(
        "**Ours.** Ten draws, for scikit-learn ten seeds, for power iteration, which draws nothing,"
            + " one run. Times are those of the clustering alone, after a first run that is not"
            + " counted (of power iteration the first set is the first run), by a clock of 10 ms;"
            + " MLlib runs Spark jobs, on one core, the others none.");
    line("");
    line("```");
    line("CONCORD_DATA=/data/uci scripts/results.sh peers");
    line("```");
    line("");
  }

  private void table(String title, Function<List<Row>, String> cell) {
    line("| " + title + " | " + String.join(" | ", sets) + " |");
    line("|---|" + "--:|".repeat(sets.size()));
    for (String method : methods) {
      line(
          "| "
              + method
              + " | "
              + sets.stream()
                  .map(
                      set ->
                          cell.apply(
                              rows.stream()
                                  .filter(r -> r.set().equals(set) && r.method().equals(method))
                                  .toList()))
                  .collect(Collectors.joining(" | "))
              + " |");
    }
    line("");
  }

  private static String ari(List<Row> own) {
    Spread spread = Spread.of(own.stream().mapToDouble(Row::ari).toArray());
    return switch (own.size()) {
      case 0 -> "–";
      case 1 -> String.format(Locale.ROOT, "%.3f", spread.mean());
      default -> String.format(Locale.ROOT, "%.3f ± %.3f", spread.mean(), spread.standardError());
    };
  }

  private static String milliseconds(List<Row> own) {
    double mean = own.stream().mapToDouble(Row::seconds).average().orElse(Double.NaN);
    return own.isEmpty() ? "–" : String.format(Locale.ROOT, "%.0f", 1000.0 * mean);
  }
}
