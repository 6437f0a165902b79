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
              + " neighbours with self-tuning weights; features scaled and reduced as a job decides.",
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

  /** In place of a mean of nothing. */
  private static final String NONE = "–";

  private QuestionsReport() {}

  /** The section from the lines of trials.csv, a header first. */
  static String of(List<String> lines) {
    List<String[]> rows = lines.stream().skip(1).map(line -> line.split(",", -1)).toList();
    List<String> sets = rows.stream().map(row -> row[0]).distinct().toList();
    List<String> strategies = rows.stream().map(row -> row[1]).distinct().toList();
    List<String> right = strategies.stream().filter(name -> !isWrong(name)).toList();
    List<String> out = new ArrayList<>(HEAD);
    out.add("### ARI after 25, 50, 100 and 200 answers, mean over the seeds");
    out.add("");
    out.add("Where they are not ten, the number of seeds stands behind.");
    out.add("");
    out.add("| data | " + String.join(" | ", right) + " |");
    out.add("|---|" + "--:|".repeat(right.size()));
    for (String set : sets) {
      out.add(
          right.stream()
              .map(strategy -> curve(rows, set, strategy))
              .collect(Collectors.joining(" | ", "| " + set + " | ", " |")));
    }
    out.add(
        right.stream()
            .map(strategy -> mostSpread(rows, sets, strategy))
            .collect(Collectors.joining(" | ", "| *greatest standard error* | ", " |")));
    out.add("");
    out.add("### Error, %: questions and random pairs");
    out.add("");
    out.add("| | " + String.join(" | ", sets) + " |");
    out.add("|---|" + "--:|".repeat(sets.size()));
    out.add(errors(rows, sets, "%d questions of `suggest`".formatted(ASKED), "suggest", ASKED));
    int random = Questions.RANDOM;
    out.add(errors(rows, sets, "%d random pairs".formatted(random), "random", random));
    out.add("");
    wrong(rows, strategies, out);
    return String.join("\n", out) + "\n";
  }

  /** Whether some answers of a strategy are wrong. */
  private static boolean isWrong(String strategy) {
    return strategy.endsWith("-5");
  }

  /** The means at all marks, and the number of seeds where it is not the usual one. */
  private static String curve(List<String[]> rows, String set, String strategy) {
    int seeds = values(rows, set, strategy, Questions.MARKS.get(0), ARI).length;
    if (seeds == 0) {
      return NONE;
    }
    String means =
        Questions.MARKS.stream()
            .map(mark -> Spread.of(values(rows, set, strategy, mark, ARI)).mean())
            .map(mean -> String.format(Locale.ROOT, "%.3f", mean))
            .collect(Collectors.joining(", "));
    return seeds == USUAL ? means : means + " (" + seeds + ")";
  }

  private static String mostSpread(List<String[]> rows, List<String> sets, String strategy) {
    double most = 0.0;
    for (String set : sets) {
      for (int mark : Questions.MARKS) {
        double[] values = values(rows, set, strategy, mark, ARI);
        most = values.length > 1 ? Math.max(most, Spread.of(values).standardError()) : most;
      }
    }
    return String.format(Locale.ROOT, "%.3f", most);
  }

  private static String errors(
      List<String[]> rows, List<String> sets, String name, String strategy, int mark) {
    return sets.stream()
        .map(set -> cell(values(rows, set, strategy, mark, ERROR)))
        .collect(Collectors.joining(" | ", "| " + name + " | ", " |"));
  }

  /** The table of the strategies with wrong answers, on the sets that have them. */
  private static void wrong(List<String[]> rows, List<String> strategies, List<String> out) {
    List<String> sets =
        rows.stream().filter(row -> isWrong(row[1])).map(row -> row[0]).distinct().toList();
    if (sets.isEmpty()) {
      return;
    }
    out.add("### Error, %, by answers of which some are wrong");
    out.add("");
    out.add(
        Questions.MARKS.stream()
            .map(mark -> "after " + mark)
            .collect(Collectors.joining(" | ", "| data, strategy | ", " |")));
    out.add("|---|" + "--:|".repeat(Questions.MARKS.size()));
    for (String set : sets) {
      for (String strategy : strategies) {
        boolean run = values(rows, set, strategy, Questions.MARKS.get(0), ERROR).length > 0;
        if (run && (strategy.equals("suggest") || isWrong(strategy))) {
          out.add(
              Questions.MARKS.stream()
                  .map(mark -> cell(values(rows, set, strategy, mark, ERROR)))
                  .collect(
                      Collectors.joining(" | ", "| " + set + ", `" + strategy + "` | ", " |")));
        }
      }
    }
    out.add("");
  }

  private static double[] values(
      List<String[]> rows, String set, String strategy, int mark, int column) {
    return rows.stream()
        .filter(row -> row[0].equals(set) && row[1].equals(strategy))
        .filter(row -> Integer.parseInt(row[3]) == mark)
        .mapToDouble(row -> Double.parseDouble(row[column]))
        .toArray();
  }

  /** An error in per cent: mean and standard error. */
  private static String cell(double[] values) {
    if (values.length == 0) {
      return NONE;
    }
    Spread spread = Spread.of(Arrays.stream(values).map(value -> value * PERCENT).toArray());
    String mean = String.format(Locale.ROOT, "%.2f", spread.mean());
    if (values.length > 1) {
      mean += String.format(Locale.ROOT, " ± %.2f", spread.standardError());
    }
    return values.length == USUAL ? mean : mean + " (" + values.length + ")";
  }
}
