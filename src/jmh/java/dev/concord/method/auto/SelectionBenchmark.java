package dev.concord.method.auto;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConcordException;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Overlap;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.auto.Setting.GraphSetting;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.metric.Agreement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Each method by itself on the default graph, and the choice among them, on random pairs. Not in
 * CI, without Spark:
 *
 * <pre>SelectionBenchmark TABLE none|standard|auto ROWS PAIRS FIRST-DRAW LAST-DRAW [METHOD,...]
 * </pre>
 *
 * TABLE and ROWS as {@link LabelledTable} has them. One line a draw and method: ARI over all
 * points, seconds; {@code auto} as the only method: the choice alone, among its default methods;
 * {@code -Dtried=true} lists the candidates. {@code -Dchoice=false}: no choice.
 */
public final class SelectionBenchmark {
  /** The methods compared. */
  static final List<String> METHODS =
      List.of("ncut", "spectral-learning", "ccskl", "csp", "sskk", "cosc");

  /** The graph of the methods by themselves. */
  static final GraphSetting BASE =
      new GraphSetting(10, KernelType.SELF_TUNING, new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN));

  private SelectionBenchmark() {}

  public static void main(String[] args) throws IOException {
    LabelledTable table = LabelledTable.read(Path.of(args[0]), args[1], Integer.parseInt(args[2]));
    List<String> methods = args.length > 6 ? List.of(args[6].split(",")) : METHODS;
    LocalGraphs graphs = graphs(table);
    boolean alone = methods.equals(List.of("auto"));
    for (int draw = Integer.parseInt(args[4]); draw <= Integer.parseInt(args[5]); draw++) {
      PairConstraints pairs = table.pairs(Integer.parseInt(args[3]), draw);
      for (String method : alone ? List.<String>of() : methods) {
        report(table, draw, method, graphs, pairs, methods);
      }
      if (!"false".equals(System.getProperty("choice"))) {
        report(table, draw, "auto", graphs, pairs, methods);
      }
    }
  }

  static LocalGraphs graphs(LabelledTable table) {
    int n = table.truth().length;
    FeaturePanel panel = FeaturePanel.of(0, 0, n, table.dim(), table.values());
    return new LocalGraphs(
        panel,
        Math.min(20, n - 1),
        Symmetrization.UNION,
        Overlap.NONE,
        count -> count > table.classes());
  }

  static SelectionTask task(
      LabelledTable table, LocalGraphs graphs, Supervision evidence, AutoOptions options) {
    return new SelectionTask(
        Catalogue::named,
        evidence,
        graphs::of,
        table.values(),
        Map.of("ccskl", Map.of("eigenvectors", 20)),
        table.classes(),
        true,
        true,
        false,
        10,
        options,
        Seeds.of(1));
  }

  /** Default options, to choose from some methods, or from the default ones where none is named. */
  static AutoOptions options(List<String> methods) {
    return AutoOptions.of(
        new MethodOptions("auto", methods.isEmpty() ? Map.of() : Map.of("methods", methods)));
  }

  private static void report(
      LabelledTable table,
      int draw,
      String label,
      LocalGraphs graphs,
      PairConstraints pairs,
      List<String> methods) {
    long start = System.nanoTime();
    // Without names the default list, in its order of preference.
    AutoOptions options =
        methods.equals(METHODS) || methods.equals(List.of("auto"))
            ? options(List.of())
            : options(methods);
    SelectionTask task = task(table, graphs, new Supervision(pairs, null), options);
    String chosen = "";
    Setting setting = new Setting(label, label.equals("ccskl") ? 20 : 0, BASE);
    if (label.equals("auto")) {
      List<GraphSetting> all = Candidates.graphs(BASE, options, table.truth().length);
      Selection.Choice choice = Selection.choose(task, all, done -> {});
      setting = choice.setting();
      chosen = " " + setting.text();
      if (Boolean.getBoolean("tried")) {
        System.out.println(choice.figures());
        for (GraphSetting graph : all) {
          Setting other = new Setting(setting.method(), setting.eigenvectors(), graph);
          double ari = Agreement.of(table.truth(), Selection.clusters(task, other)).ari();
          System.out.printf(Locale.ROOT, "with %s: ARI %.4f%n", other.text(), ari);
        }
      }
    }
    double ari = Double.NaN;
    try {
      ari = Agreement.of(table.truth(), Selection.clusters(task, setting)).ari();
    } catch (ConcordException e) {
      chosen = " " + e.getMessage();
    }
    System.out.printf(
        Locale.ROOT,
        "%s %d %d %s ARI %.4f %.1f s%s%n",
        table.name(),
        pairs.size(),
        draw,
        label,
        ari,
        (System.nanoTime() - start) * 1e-9,
        chosen);
  }
}
