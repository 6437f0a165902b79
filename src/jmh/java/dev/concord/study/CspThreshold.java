package dev.concord.study;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.draw.PairDraw;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodResult;
import dev.concord.method.auto.LabelledTable;
import dev.concord.method.csp.CspFigures;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.metric.trial.Spread;
import dev.concord.study.trial.TrialFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Why csp falls again on two classes of Iris as pairs are added (study csp-uci): one thing changed
 * at a time, on the same graph and draws.
 *
 * <pre>CspThreshold DATA OUT</pre>
 *
 * DATA holds iris.csv. Writes OUT/trials.csv, OUT/means.csv and OUT/results.md. System properties:
 * draws (100), first (0). Finished trials in OUT/trials.csv are not run again. The draws are those
 * of the study: pairs that the cut without pairs gets wrong.
 */
public final class CspThreshold {
  private static final int[] AMOUNTS = {50, 100, 200, 300, 400, 500, 700, 1000};
  private static final double[] SHARES = {0.7, 0.8, 0.9, 0.95};

  private static final String HEADER =
      "rule,pairs,draw,ari,satisfied,largest,threshold_share,truth_share,cost_over_truth";

  private static final int COLUMNS = 9;

  private static final String HEAD =
      """
      ## Why CSP falls again on Iris

      Study csp-uci: on two classes of Iris the ARI of `csp` falls again between 300 and 500 pairs. One thing changed at a time, on the same
      graph and the same draws (the first %d).

      ```
      CONCORD_DATA=/data/uci scripts/results.sh csp-threshold
      ```

      *threshold*: beta over vol, as a share of the largest eigenvalue of the constraint matrix; *truth*: the share that the signs of the true
      classes attain; *cost*: v'Lv of the vector taken over that of the true classes. The columns after it are the ARI with k-means
      in the place of signs, and with the threshold at a fixed share.

      | pairs | one-feasible | satisfied | threshold | truth | cost | k-means | 0.70 | 0.80 | 0.90 | 0.95 |
      |--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
      """;

  private final StudyGraph graph;
  private final int[] truth;

  private CspThreshold(LabelledTable table) {
    this.graph = StudyGraph.usual(table);
    this.truth = table.truth();
  }

  /**
   * The outcome of a run.
   *
   * @param largest eigenvalue of the constraint matrix
   * @param share of it that the threshold is
   * @param truthShare of it that the true partition attains
   */
  private record Run(
      String rule,
      int pairs,
      int draw,
      double ari,
      double satisfied,
      double largest,
      double share,
      double truthShare,
      double costOverTruth) {
    static Run of(String line) {
      String[] c = line.split(",", -1);
      double[] x = Arrays.stream(c, 3, COLUMNS).mapToDouble(Double::parseDouble).toArray();
      return new Run(
          c[0], Integer.parseInt(c[1]), Integer.parseInt(c[2]), x[0], x[1], x[2], x[3], x[4], x[5]);
    }

    String line() {
      return String.format(
          Locale.ROOT,
          "%s,%d,%d,%.4f,%.4f,%.6f,%.4f,%.4f,%.4f",
          rule,
          pairs,
          draw,
          ari,
          satisfied,
          largest,
          share,
          truthShare,
          costOverTruth);
    }
  }

  public static void main(String[] args) throws IOException {
    LabelledTable iris = LabelledTable.read(Path.of(args[0], "iris.csv"), "none", 1000);
    CspThreshold study = new CspThreshold(iris.standardizedPart(1, 2));
    Path file = Files.createDirectories(Path.of(args[1])).resolve("trials.csv");
    List<Run> runs =
        new TrialFile<>(
                HEADER,
                Run::of,
                Run::line,
                run -> List.of(run.pairs(), run.draw()),
                SHARES.length + 2)
            .resume(file);
    int first = Integer.getInteger("first", 0);
    int draws = Integer.getInteger("draws", 100);
    for (int draw = first; draw < first + draws; draw++) {
      for (int amount : AMOUNTS) {
        int number = draw;
        if (runs.stream().noneMatch(run -> run.pairs() == amount && run.draw() == number)) {
          List<Run> found = study.draw(amount, draw);
          runs.addAll(found);
          Files.write(file, found.stream().map(Run::line).toList(), StandardOpenOption.APPEND);
        }
      }
    }
    Files.writeString(Path.of(args[1], "results.md"), text(runs, draws));
    Files.write(Path.of(args[1], "means.csv"), means(runs));
  }

  /** The means over draws of every rule and amount, as a table. */
  private static List<String> means(List<Run> runs) {
    List<String> lines =
        new ArrayList<>(List.of(HEADER.replace("draw,ari,", "draws,ari,ari_standard_error,")));
    for (String rule : runs.stream().map(Run::rule).distinct().toList()) {
      for (int amount : AMOUNTS) {
        List<Run> own = of(runs, rule, amount);
        lines.add(
            String.format(
                Locale.ROOT,
                "%s,%d,%d,%.4f,%.4f,%.4f,%.6f,%.4f,%.4f,%.4f",
                rule,
                amount,
                own.size(),
                mean(own, Run::ari),
                Spread.of(own.stream().mapToDouble(Run::ari).toArray()).standardError(),
                mean(own, Run::satisfied),
                mean(own, Run::largest),
                mean(own, Run::share),
                mean(own, Run::truthShare),
                mean(own, Run::costOverTruth)));
      }
    }
    return lines;
  }

  private List<Run> draw(int amount, int draw) {
    int n = truth.length;
    PairConstraints none = PairConstraints.none(n, Integer::toString);
    int[] free = graph.result("ncut", Map.of(), none, 2).labels();
    SplittableRandom random =
        new SplittableRandom(Seeds.of(1).stream("draw/iris/0/" + amount, draw));
    PairConstraints pairs = new PairDraw(truth, Integer::toString).wrong(free, amount, random);
    List<Run> runs = new ArrayList<>();
    Run usual = run("one-feasible", Map.of("beta", "one-feasible"), pairs, draw);
    runs.add(usual);
    runs.add(run("k-means", Map.of("beta", "one-feasible", "discretize", "kmeans"), pairs, draw));
    for (double share : SHARES) {
      double beta = share * usual.largest();
      runs.add(run(String.format(Locale.ROOT, "%.2f", share), Map.of("beta", beta), pairs, draw));
    }
    return runs;
  }

  private Run run(String rule, Map<String, Object> options, PairConstraints pairs, int draw) {
    MethodResult result = graph.result("csp", options, pairs, 2);
    CspFigures figures = (CspFigures) result.figures();
    double volume = graph.graph().volume();
    double attained = 2.0 * pairs.size() / volume;
    double cost = cut(truth);
    return new Run(
        rule,
        pairs.size(),
        draw,
        Agreement.of(truth, result.labels()).ari(),
        1.0 - (double) Violations.of(pairs, result.labels()).violated() / pairs.size(),
        figures.largestBelief(),
        figures.betaOverVolume() / figures.largestBelief(),
        attained / figures.largestBelief(),
        figures.cost()[figures.chosen()[0]] / cost);
  }

  /** v'Lv of the signs of a partition, in the units of the figures: v'v = vol. */
  private double cut(int[] labels) {
    double cut = 0.0;
    var w = graph.graph().weights();
    for (int i = 0; i < labels.length; i++) {
      for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
        cut += labels[i] == labels[w.col()[p]] ? 0.0 : w.val()[p];
      }
    }
    return 2.0 * cut;
  }

  private static List<Run> of(List<Run> runs, String rule, int amount) {
    return runs.stream().filter(r -> r.rule().equals(rule) && r.pairs() == amount).toList();
  }

  private static double mean(List<Run> runs, ToDoubleFunction<Run> figure) {
    return runs.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  private static String text(List<Run> runs, int draws) {
    StringBuilder out = new StringBuilder(HEAD.formatted(draws));
    List<String> rules = runs.stream().map(Run::rule).distinct().toList();
    for (int amount : AMOUNTS) {
      List<Run> usual = of(runs, "one-feasible", amount);
      out.append(
          String.format(
              Locale.ROOT,
              "| %d | %.3f | %.1f %% | %.2f | %.2f | %.2f |",
              amount,
              mean(usual, Run::ari),
              100.0 * mean(usual, Run::satisfied),
              mean(usual, Run::share),
              mean(usual, Run::truthShare),
              mean(usual, Run::costOverTruth)));
      for (String rule : rules.subList(1, rules.size())) {
        out.append(String.format(Locale.ROOT, " %.3f |", mean(of(runs, rule, amount), Run::ari)));
      }
      out.append('\n');
    }
    return out.toString();
  }
}
