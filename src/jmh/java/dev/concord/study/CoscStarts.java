package dev.concord.study;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.draw.PairDraw;
import dev.concord.graph.NormalizedCut;
import dev.concord.linalg.Seeds;
import dev.concord.method.auto.LabelledTable;
import dev.concord.metric.Agreement;
import dev.concord.partition.contract.PartitionProblem;
import dev.concord.partition.twoway.TwoWayCuts;
import dev.concord.partition.twoway.TwoWayOptions;
import dev.concord.study.trial.TrialFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * What the best of ten random starts hides: COSC for two clusters (Rangapuram and Hein 2012, Tables
 * 2 and 5) from ten vectors of uniform noise, one at a time, without the other starts and the kicks
 * of method {@code cosc}.
 *
 * <pre>CoscStarts DATA OUT</pre>
 *
 * The graphs and draws are those of study cosc. Writes OUT/trials.csv, a row a start, OUT/means.csv
 * and OUT/results.md; finished draws in OUT/trials.csv are not run again. System property: draws
 * (10).
 */
public final class CoscStarts {
  private static final int STARTS = 10;
  private static final String HEADER = "set,pairs,draw,start,ncut,majority,matched";

  private static final List<Task> TASKS =
      List.of(
          new Task("sonar", "sonar", "auto", new int[] {20, 40, 80, 160}),
          new Task("breast-cancer", "breast-cancer-263", "auto", new int[] {25, 50, 100, 200}),
          new Task("diabetes", "pima", "standard", new int[] {50, 100, 200, 400}),
          new Task("spam", "spambase", "standard", new int[] {100, 400}));

  private CoscStarts() {}

  /** A data set of study cosc, by its name there. */
  private record Task(String set, String file, String scaling, int[] amounts) {}

  /** One start of one draw. */
  private record Run(
      String set, int pairs, int draw, int start, double ncut, double majority, double matched) {
    static Run of(String line) {
      String[] c = line.split(",", -1);
      return new Run(
          c[0],
          Integer.parseInt(c[1]),
          Integer.parseInt(c[2]),
          Integer.parseInt(c[3]),
          Double.parseDouble(c[4]),
          Double.parseDouble(c[5]),
          Double.parseDouble(c[6]));
    }

    String line() {
      return String.format(
          Locale.ROOT,
          "%s,%d,%d,%d,%.6f,%.6f,%.6f",
          set,
          pairs,
          draw,
          start,
          ncut,
          majority,
          matched);
    }
  }

  public static void main(String[] args) throws IOException {
    Path out = Files.createDirectories(Path.of(args[1]));
    Path file = out.resolve("trials.csv");
    List<Run> runs =
        new TrialFile<>(
                HEADER,
                Run::of,
                Run::line,
                run -> List.of(run.set(), run.pairs(), run.draw()),
                STARTS)
            .resume(file);
    int draws = Integer.getInteger("draws", 10);
    for (Task task : TASKS) {
      LabelledTable table =
          LabelledTable.read(
              Path.of(args[0], task.file() + ".csv"), task.scaling(), Integer.MAX_VALUE);
      StudyGraph graph = StudyGraph.usual(table);
      for (int draw = 0; draw < draws; draw++) {
        for (int amount : task.amounts()) {
          if (of(runs, task.set(), amount, draw).isEmpty()) {
            List<Run> found = draw(task, table, graph, amount, draw);
            runs.addAll(found);
            Files.write(file, found.stream().map(Run::line).toList(), StandardOpenOption.APPEND);
          }
        }
        System.err.println("cosc-starts: draw " + draw + " of " + task.set());
      }
    }
    report(runs, out);
  }

  private static List<Run> of(List<Run> runs, String set, int pairs, int draw) {
    return runs.stream()
        .filter(r -> r.set().equals(set) && r.pairs() == pairs && (draw < 0 || r.draw() == draw))
        .toList();
  }

  private static List<Run> draw(
      Task task, LabelledTable table, StudyGraph graph, int amount, int draw) {
    Seeds seeds = Seeds.of(1);
    String stream = task.set() + "/0/" + amount;
    PairConstraints pairs =
        new PairDraw(table.truth(), Integer::toString)
            .uniform(amount, new SplittableRandom(seeds.stream("draw/" + stream, draw)));
    PartitionProblem nodes = PartitionProblem.of(graph.graph(), pairs, true);
    SplittableRandom random = new SplittableRandom(seeds.stream("starts/" + stream, draw));
    TwoWayOptions options = TwoWayOptions.defaults().withStarts(0).withKicks(0);
    List<Run> runs = new ArrayList<>();
    for (int start = 0; start < STARTS; start++) {
      double[] noise = new double[nodes.nodes()];
      Arrays.setAll(noise, i -> random.nextDouble() - 0.5);
      int[] labels = nodes.expand(TwoWayCuts.solve(nodes, options, List.of(noise), seeds).side());
      Agreement agreement = Agreement.of(table.truth(), labels);
      runs.add(
          new Run(
              task.set(),
              amount,
              draw,
              start,
              NormalizedCut.of(graph.graph(), labels, 2),
              agreement.errorMajority(),
              agreement.errorMatched()));
    }
    return runs;
  }

  /** Of each draw the start of the lowest cut. */
  private static List<Run> best(List<Run> runs) {
    List<Run> best = new ArrayList<>();
    for (int draw : runs.stream().mapToInt(Run::draw).distinct().toArray()) {
      Run least = null;
      for (Run run : runs) {
        if (run.draw() == draw && (least == null || run.ncut() < least.ncut())) {
          least = run;
        }
      }
      best.add(least);
    }
    return best;
  }

  private static double mean(List<Run> runs, ToDoubleFunction<Run> figure) {
    return runs.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  private static void report(List<Run> runs, Path out) throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> means = new ArrayList<>();
    means.add("set,pairs,draws,ncut_mean,ncut_best,majority_mean,majority_best");
    text.append(
        """
        ## Random starts of COSC

        What does the best of ten starts hide? COSC for two clusters from ten vectors of uniform noise, by the paper's descent and our local
        search after it, without the starts from eigenvectors, the smoothed ones and the kicks of `cosc`; graphs and draws as in study
        cosc. *Mean*: over the ten starts; *best*: the start of the lowest cut, as the paper reports.

        ```
        CONCORD_DATA=/data/uci scripts/results.sh cosc-starts
        ```

        | set | pairs | draws | cut, mean | cut, best | majority error, mean | majority error, best |
        |---|--:|--:|--:|--:|--:|--:|
        """);
    for (Task task : TASKS) {
      for (int amount : task.amounts()) {
        List<Run> own = of(runs, task.set(), amount, -1);
        List<Run> best = best(own);
        if (own.isEmpty()) {
          continue;
        }
        text.append(
            String.format(
                Locale.ROOT,
                "| %s | %d | %d | %.3f | %.3f | %.1f %% | %.1f %% |%n",
                task.set(),
                amount,
                best.size(),
                mean(own, Run::ncut),
                mean(best, Run::ncut),
                100.0 * mean(own, Run::majority),
                100.0 * mean(best, Run::majority)));
        means.add(
            String.format(
                Locale.ROOT,
                "%s,%d,%d,%.5f,%.5f,%.5f,%.5f",
                task.set(),
                amount,
                best.size(),
                mean(own, Run::ncut),
                mean(best, Run::ncut),
                mean(own, Run::majority),
                mean(best, Run::majority)));
      }
    }
    Files.writeString(out.resolve("results.md"), text.toString());
    Files.write(out.resolve("means.csv"), means);
  }
}
