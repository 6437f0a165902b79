package dev.concord.method.select;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Bandwidth;
import dev.concord.graph.FeaturePanel;
import dev.concord.graph.FeatureScaler;
import dev.concord.graph.KernelType;
import dev.concord.graph.Symmetrization;
import dev.concord.linalg.Seeds;
import dev.concord.method.AutoOptions;
import dev.concord.method.MethodOptions;
import dev.concord.method.select.Setting.GraphSetting;
import dev.concord.metric.Agreement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;

/**
 * Each method by itself on the default graph, and the choice among them, on random pairs. Not in
 * CI, without Spark:
 *
 * <pre>SelectionBenchmark TABLE none|standard PAIRS DRAWS [METHOD,...]</pre>
 *
 * TABLE is CSV with numeric features and the label in the last column; ".gz" is unpacked. One line
 * a draw and method: ARI over all points, seconds.
 */
public final class SelectionBenchmark {
  private SelectionBenchmark() {}

  public static void main(String[] args) throws IOException {
    List<String[]> rows = rows(Path.of(args[0]));
    String name = Path.of(args[0]).getFileName().toString().replaceAll("\\.csv.*", "");
    int dim = rows.get(0).length - 1;
    double[] values = new double[rows.size() * dim];
    for (int i = 0; i < rows.size(); i++) {
      for (int d = 0; d < dim; d++) {
        values[i * dim + d] = Double.parseDouble(rows.get(i)[d]);
      }
    }
    if (args[1].equals("standard")) {
      standardize(values, dim);
    }
    List<String> names = rows.stream().map(row -> row[dim]).distinct().sorted().toList();
    int[] truth = rows.stream().mapToInt(row -> names.indexOf(row[dim])).toArray();
    List<String> methods =
        args.length > 4
            ? List.of(args[4].split(","))
            : List.of("ncut", "spectral-learning", "ccskl", "csp", "sskk", "cosc");
    FeaturePanel panel = FeaturePanel.of(0, 0, rows.size(), dim, values);
    LocalGraphs graphs =
        new LocalGraphs(panel, Math.min(20, rows.size() - 1), Symmetrization.UNION);
    for (int draw = 1; draw <= Integer.parseInt(args[3]); draw++) {
      PairConstraints pairs = pairs(truth, Integer.parseInt(args[2]), draw);
      for (String method : methods) {
        report(name, draw, method, graphs, values, pairs, names.size(), truth, List.of(method));
      }
      for (String rule : List.of("auto", "auto-best")) {
        report(name, draw, rule, graphs, values, pairs, names.size(), truth, methods);
      }
    }
  }

  private static void report(
      String name,
      int draw,
      String label,
      LocalGraphs graphs,
      double[] values,
      PairConstraints pairs,
      int clusters,
      int[] truth,
      List<String> methods) {
    long start = System.nanoTime();
    AutoOptions options =
        AutoOptions.of(
            new MethodOptions(
                "auto",
                Map.of(
                    "methods", methods, "standard-errors", label.equals("auto-best") ? 0.0 : 1.0)));
    Selection.Task task =
        new Selection.Task(
            new Evidence(pairs, null),
            graphs::of,
            values,
            Map.of("ccskl", Map.of("eigenvectors", 20)),
            clusters,
            true,
            true,
            false,
            10,
            options,
            Seeds.of(1));
    GraphSetting base =
        new GraphSetting(
            10, KernelType.SELF_TUNING, new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN));
    String chosen = "";
    Setting setting;
    if (label.startsWith("auto")) {
      List<GraphSetting> all = Candidates.graphs(base, options, truth.length);
      Selection.Choice choice = Selection.of(task, all, done -> {});
      setting = choice.setting();
      chosen =
          String.format(
              Locale.ROOT,
              " %s score %.3f best %.3f runs %s",
              setting.text(),
              choice.score(),
              choice.best(),
              choice.figures().get("runs"));
      if (Boolean.getBoolean("tried")) {
        ((List<?>) choice.figures().get("tried")).forEach(System.out::println);
      }
    } else {
      setting = new Setting(label, label.equals("ccskl") ? 20 : 0, base);
    }
    int[] found = Selection.clusters(task, setting);
    System.out.printf(
        Locale.ROOT,
        "%s %d %s ARI %.4f %.1f s%s%n",
        name,
        draw,
        label,
        Agreement.of(truth, found).ari(),
        (System.nanoTime() - start) * 1e-9,
        chosen);
  }

  private static PairConstraints pairs(int[] truth, int count, int draw) {
    SplittableRandom random = Seeds.of(draw).random("pairs");
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    Arrays.fill(weight, 1.0);
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(truth.length);
      int other = random.nextInt(truth.length - 1);
      second[p] = other < first[p] ? other : other + 1;
      must[p] = truth[first[p]] == truth[second[p]];
    }
    return PairConstraints.of(truth.length, first, second, must, weight, Integer::toString);
  }

  private static void standardize(double[] values, int dim) {
    int n = values.length / dim;
    double[] mean = new double[dim];
    double[] deviation = new double[dim];
    for (int p = 0; p < values.length; p++) {
      mean[p % dim] += values[p] / n;
    }
    for (int p = 0; p < values.length; p++) {
      double centred = values[p] - mean[p % dim];
      deviation[p % dim] += centred * centred / (n - 1);
    }
    FeatureScaler scaler =
        FeatureScaler.standard(mean, Arrays.stream(deviation).map(Math::sqrt).toArray());
    double[] row = new double[dim];
    for (int i = 0; i < n; i++) {
      System.arraycopy(values, i * dim, row, 0, dim);
      scaler.apply(row);
      System.arraycopy(row, 0, values, i * dim, dim);
    }
  }

  private static List<String[]> rows(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(line -> line.split(",", -1)).toList();
    }
  }
}
