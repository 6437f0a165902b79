package dev.concord.benchmark;

import dev.concord.report.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the approximate search and a whole run grow with n, on mixtures of {@value #DIM} features.
 */
final class Mixtures {
  private static final int DIM = 32;
  private static final int CLUSTERS = 10;
  private static final List<Integer> SIZES =
      List.of(10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000);
  private static final List<Integer> QUICK_SIZES = List.of(3_000, 10_000, 30_000);

  private final Path home;
  private final Path scratch;

  Mixtures(Path home, Path scratch) {
    this.home = home;
    this.scratch = scratch;
  }

  /** The table of all sizes and the fitted exponents; {@code all} takes the runs. */
  String table(boolean quick, int runs, List<WholeRuns> all) throws Exception {
    Table table =
        new Table(
            ">points",
            ">search",
            ">all stages",
            ">whole process",
            ">processor seconds",
            ">memory",
            ">recall",
            ">ARI");
    List<Integer> sizes = quick ? QUICK_SIZES : SIZES;
    List<Double> stages = new ArrayList<>();
    List<Double> processor = new ArrayList<>();
    for (int n : sizes) {
      WholeRuns done = measure(n, runs);
      all.add(done);
      stages.add(done.stages(done.stages()).median());
      processor.add(done.processorSeconds().median());
      Facts metrics = done.firstMetrics();
      table.row(
          Figures.count(n),
          done.stages(List.of("cells", "search")).toString(),
          done.stages(done.stages()).toString(),
          done.seconds().toString(),
          done.processorSeconds().toString(),
          done.peakMemory(),
          Figures.score(metrics.number("graph", "recallEstimate")),
          Figures.score(metrics.number("truth", "ari")));
    }
    return table
        + "\nFitted over all rows: time of the stages grows as n^%s, processor seconds as n^%s.\n"
            .formatted(
                Sample.digits(exponent(sizes, stages)), Sample.digits(exponent(sizes, processor)));
  }

  private WholeRuns measure(int n, int runs) throws Exception {
    String name = "mixture-" + n;
    Path file = scratch.resolve(name + "-ubyte");
    if (!Files.exists(file)) {
      List<String> script =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "--source",
              "17",
              home.resolve("scripts/make-mixture").toString(),
              Integer.toString(n),
              Integer.toString(DIM),
              Integer.toString(CLUSTERS),
              "1",
              file.toString());
      new ProcessMeter(home, scratch).run(name, script, Map.of());
    }
    Path conf = scratch.resolve(name + ".conf");
    Files.writeString(conf, configuration(file, scratch.resolve(name + "-labels-ubyte")));
    return WholeRuns.of(
        home,
        scratch,
        new WholeRuns.Command(name, List.of("cluster", "--config", conf.toString()), Map.of()),
        runs);
  }

  private static String configuration(Path features, Path labels) {
    return """
        input.features { format = idx, path = "%s" }
        input.truth { format = idx, path = "%s" }
        graph { neighbors = 10, search = approximate }
        clusters { count = %d, method = ncut, refine = none }
        """
        .formatted(features, labels, CLUSTERS);
  }

  /** The slope of the straight line that fits best through the logarithms. */
  static double exponent(List<Integer> sizes, List<Double> seconds) {
    double sumX = 0.0;
    double sumY = 0.0;
    for (int i = 0; i < sizes.size(); i++) {
      sumX += Math.log(sizes.get(i));
      sumY += Math.log(seconds.get(i));
    }
    double above = 0.0;
    double below = 0.0;
    for (int i = 0; i < sizes.size(); i++) {
      double x = Math.log(sizes.get(i)) - sumX / sizes.size();
      above += x * (Math.log(seconds.get(i)) - sumY / sizes.size());
      below += x * x;
    }
    return above / below;
  }
}
