package dev.concord.study.ask;

import dev.concord.metric.trial.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The section of docs/RESULTS.md about {@link Questions}. */
final class QuestionsReport {
  private static final List<String> HEAD =
      List.of(
          "## Questions",
          "",
          "How good a partition do 25, 50, 100 and 200 answers buy? Strategies: `suggest`, in rounds"
              + " of 25 as the command asks; random pairs; `explore`, explore and consolidate (Basu,"
              + " Banerjee and Mooney 2004); `npu` (Xiong, Azimi and Fern 2014), which clusters again"
              + " after every 5 answers up to 500 points and beyond after every 25 (in its paper"
              + " after every point); `cobra` with 50 super-instances and `cobras` (van Craenendonck and others"
              + " 2017, 2018), which get no number of clusters and have a partition of their own."
              + " The others get their partition from the default method, `ensemble` refined, with"
              + " the number of classes and all answers as hard constraints. One graph for all, ten"
              + " neighbours with self-tuning weights; features scaled as a job decides.",
          "",
          "```",
          "CONCORD_DATA=/data/uci scripts/results.sh questions",
          "```",
          "");

  /** The column of trials.csv with the adjusted Rand index; the error after it stays there. */
  private static final int ARI = 4;

  private static final List<Integer> MARKS =
      Stream.concat(Questions.MARKS.stream(), Stream.of(Questions.RANDOM)).toList();

  private QuestionsReport() {}

  /** The section from the lines of trials.csv, a header first. */
  static String of(List<String> lines) {
    List<String[]> rows = lines.stream().skip(1).map(line -> line.split(",", -1)).toList();
    List<String> out = new ArrayList<>(HEAD);
    out.add("### ARI, mean over the seeds ± standard error");
    out.add("");
    out.add(
        "| data | strategy | seeds | "
            + MARKS.stream().map(mark -> mark + " answers").collect(Collectors.joining(" | "))
            + " |");
    out.add("|---|---|--:|" + "--:|".repeat(MARKS.size()));
    List<String> keys = rows.stream().map(row -> row[0] + "," + row[1]).distinct().toList();
    for (String key : keys) {
      String[] parts = key.split(",", -1);
      long seeds =
          rows.stream()
              .filter(row -> row[0].equals(parts[0]) && row[1].equals(parts[1]))
              .map(row -> row[2])
              .distinct()
              .count();
      StringBuilder line =
          new StringBuilder("| " + parts[0] + " | " + parts[1] + " | " + seeds + " |");
      for (int mark : MARKS) {
        double[] values =
            rows.stream()
                .filter(row -> row[0].equals(parts[0]) && row[1].equals(parts[1]))
                .filter(row -> Integer.parseInt(row[3]) == mark)
                .mapToDouble(row -> Double.parseDouble(row[ARI]))
                .toArray();
        if (values.length == 0) {
          line.append(" – |");
          continue;
        }
        Spread spread = Spread.of(values);
        line.append(' ')
            .append(
                seeds < 2
                    ? String.format(Locale.ROOT, "%.3f", spread.mean())
                    : String.format(
                        Locale.ROOT, "%.3f ± %.3f", spread.mean(), spread.standardError()))
            .append(" |");
      }
      out.add(line.toString());
    }
    out.add("");
    return String.join("\n", out) + "\n";
  }
}
