package dev.concord.method.auto;

import dev.concord.error.ConcordException;
import dev.concord.method.ResultCache;
import dev.concord.method.auto.Setting.GraphSetting;
import dev.concord.method.catalogue.Catalogue;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes down what every candidate makes of every split, and of all pairs, so that rules of choice
 * can be compared without clustering again. Not in CI, without Spark:
 *
 * <pre>
 * SelectionRecord TABLE none|standard ROWS PAIRS FIRST-DRAW LAST-DRAW SPLITS base|others METHODS
 * FILE</pre>
 *
 * Tab-separated lines, points and clusters as characters from 'A' on: {@code truth} name classes
 * points; {@code draw} number; {@code pair} first second must; {@code split} number held-out (0 or
 * 1 a point); {@code run} method eigenvectors graph split seconds clusters, with split -1 for all
 * pairs and "failed" for clusters.
 */
public final class SelectionRecord {
  private final LabelledTable table;
  private final LocalGraphs graphs;
  private final boolean base;
  private final List<String> methods;
  private final PrintStream out;

  private SelectionRecord(
      LabelledTable table, boolean base, List<String> methods, PrintStream out) {
    this.base = base;
    this.methods = methods;
    this.table = table;
    this.graphs = SelectionBenchmark.graphs(table);
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    LabelledTable table = LabelledTable.read(Path.of(args[0]), args[1], Integer.parseInt(args[2]));
    try (PrintStream out = new PrintStream(args[9], StandardCharsets.UTF_8)) {
      SelectionRecord recorder =
          new SelectionRecord(table, args[7].equals("base"), List.of(args[8].split(",")), out);
      out.printf("truth\t%s\t%d\t%s%n", table.name(), table.classes(), text(table.truth()));
      for (int draw = Integer.parseInt(args[4]); draw <= Integer.parseInt(args[5]); draw++) {
        recorder.draw(draw, Integer.parseInt(args[3]), Integer.parseInt(args[6]));
      }
    }
  }

  private static String text(int[] labels) {
    return Arrays.stream(labels)
        .mapToObj(label -> Character.toString('A' + label))
        .collect(Collectors.joining());
  }

  private void draw(int draw, int count, int splits) {
    Supervision evidence = new Supervision(table.pairs(count, draw), null);
    AutoOptions options = SelectionBenchmark.options(methods);
    SelectionTask task = SelectionBenchmark.task(table, graphs, evidence, options);
    out.printf("draw\t%d%n", draw);
    HeldOutPairs questions = HeldOutPairs.of(evidence, task.seeds());
    for (int q = 0; q < questions.size(); q++) {
      out.printf(
          "pair\t%d\t%d\t%d%n", questions.first(q), questions.second(q), questions.must(q) ? 1 : 0);
    }
    int n = table.truth().length;
    boolean[][] heldOut = Splits.of(questions, n, splits, task.seeds());
    for (int s = 0; s < splits; s++) {
      int[] bits = new int[n];
      for (int i = 0; i < n; i++) {
        bits[i] = heldOut[s][i] ? 1 : 0;
      }
      out.printf("split\t%d\t%s%n", s, text(bits));
    }
    CandidateRun runs = new CandidateRun(task);
    List<GraphSetting> all = Candidates.graphs(SelectionBenchmark.BASE, options, n);
    for (GraphSetting graph : base ? all.subList(0, 1) : all.subList(1, all.size())) {
      ResultCache kept = new ResultCache();
      List<Setting> settings =
          Candidates.on(Catalogue::named, graph, options, evidence, task.given(), task.clusters());
      for (Setting setting : settings) {
        for (int s = -1; s < splits; s++) {
          run(runs, setting, s, s < 0 ? evidence : evidence.without(heldOut[s]), kept);
        }
      }
    }
    out.flush();
  }

  private void run(
      CandidateRun runs, Setting setting, int split, Supervision known, ResultCache kept) {
    long start = System.nanoTime();
    String clusters;
    try {
      clusters = text(runs.cluster(setting, known, kept));
    } catch (ConcordException e) {
      clusters = "failed";
    }
    out.printf(
        Locale.ROOT,
        "run\t%s\t%d\t%s\t%d\t%.3f\t%s%n",
        setting.method(),
        setting.eigenvectors(),
        setting.graph().text(),
        split,
        (System.nanoTime() - start) * 1e-9,
        clusters);
  }
}
