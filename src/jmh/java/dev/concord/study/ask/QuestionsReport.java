package dev.concord.study.ask;

import dev.concord.metric.trial.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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
              + " 2017, 2018), which get no number of clusters and have a partition of their own;"
              + " `suggest-5`, where 5 % of the answers are wrong, and `once-5`, where moreover no"
              + " doubtful answer is asked for again."
              + " All but COBRA and COBRAS get their partition from the default method, `ensemble` refined, with"
              + " the number of classes and all answers as hard constraints. One graph for all, ten"
              + " neighbours with self-tuning weights; features scaled as a job decides.",
          "",
          "```",
          "CONCORD_DATA=/data/uci scripts/results.sh questions",
          "```",
          "");

  /** Columns of trials.csv. */
  private static final int ARI = 4;

  private static final int ERROR = 5;

  /** Marks of the table that compares questions with random pairs. */
  private static final int ASKED = 100;

  private static final double PERCENT = 100.0;

  /** Seeds of a full study. */
  private static final int USUAL = 10;

  private QuestionsReport() {}

  /** The section from the lines of trials.csv, a header first. */
  static String of(List<String> lines) {
    List<String[]> rows = lines.stream().skip(1).map(line -> line.split(",", -1)).toList();
    List<String> sets = rows.stream().map(row -> row[0]).distinct().toList();
    List<String> strategies = rows.stream().map(row -> row[1]).distinct().toList();
    List<String> out = new ArrayList<>(HEAD);
    out.add("### ARI by answers, mean over the seeds ± standard error");
    out.add("");
    out.add("Where they are not ten, the number of seeds stands behind.");
    out.add("");
    out.add("| data | answers | " + String.join(" | ", strategies) + " |");
    out.add("|---|--:|" + "--:|".repeat(strategies.size()));
    for (String set : sets) {
      for (int mark : Questions.MARKS) {
        out.add(
            strategies.stream()
                .map(strategy -> cell(values(rows, set, strategy, mark, ARI), 1.0, "%.3f"))
                .collect(Collectors.joining(" | ", "| " + set + " | " + mark + " | ", " |")));
      }
    }
    out.add("");
    out.add("### Error, %: questions and random pairs");
    out.add("");
    String random = "%d random pairs".formatted(Questions.RANDOM);
    out.add("| data | %d questions of `suggest` | %s |".formatted(ASKED, random));
    out.add("|---|--:|--:|");
    for (String set : sets) {
      out.add(
          "| %s | %s | %s |"
              .formatted(
                  set,
                  cell(values(rows, set, "suggest", ASKED, ERROR), PERCENT, "%.1f"),
                  cell(values(rows, set, "random", Questions.RANDOM, ERROR), PERCENT, "%.1f")));
    }
    out.add("");
    return String.join("\n", out) + "\n";
  }

  private static double[] values(
      List<String[]> rows, String set, String strategy, int mark, int column) {
    return rows.stream()
        .filter(row -> row[0].equals(set) && row[1].equals(strategy))
        .filter(row -> Integer.parseInt(row[3]) == mark)
        .mapToDouble(row -> Double.parseDouble(row[column]))
        .toArray();
  }

  private static String cell(double[] values, double unit, String format) {
    if (values.length == 0) {
      return "–";
    }
    double[] scaled = Arrays.stream(values).map(value -> value * unit).toArray();
    Spread spread = Spread.of(scaled);
    String mean = String.format(Locale.ROOT, format, spread.mean());
    if (scaled.length > 1) {
      mean += String.format(Locale.ROOT, " ± " + format, spread.standardError());
    }
    return scaled.length == USUAL ? mean : mean + " (" + scaled.length + ")";
  }
}
