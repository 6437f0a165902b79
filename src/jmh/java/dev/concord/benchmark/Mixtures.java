package dev.concord.benchmark;

import dev.concord.report.Figures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How the neighbour search and a whole run grow with n, on mixtures of {@value #DIM} features. */
final class Mixtures {
  private static final int DIM = 32;
  private static final int CLUSTERS = 10;
  private static final List<Integer> SIZES =
      List.of(10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000);
  private static final List<Integer> QUICK_SIZES = List.of(3_000, 10_000, 30_000);

  /** The stages of a search. */
  private static final List<String> SEARCH = List.of("cells", "search");

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
            "search",
            ">its seconds",
            ">all stages",
            ">whole process",
            ">processor seconds",
            ">memory",
            ">recall",
            ">ARI");
    List<Integer> sizes = quick ? QUICK_SIZES : SIZES;
    List<Double> search = new ArrayList<>();
    List<Double> whole = new ArrayList<>();
    List<Double> processor = new ArrayList<>();
    for (int n : sizes) {
      WholeRuns done = measure(n, runs);
      all.add(done);
      search.add(done.stages(SEARCH).median());
      whole.add(done.seconds().median());
      processor.add(done.processorSeconds().median());
      Facts metrics = done.firstMetrics();
      table.row(
          Figures.count(n),
          way(metrics),
          done.stages(SEARCH).toString(),
          done.stages(done.stages()).toString(),
          done.seconds().toString(),
          done.processorSeconds().toString(),
          done.peakMemory(),
          Figures.score(metrics.number("graph", "recallEstimate")),
          Figures.score(metrics.number("truth", "ari")));
    }
    return table
        + "\nFitted exponents of n, over all rows and from the last but one to the last:\n\n"
        + growth("search, training of the lists included", sizes, search)
        + growth("whole process", sizes, whole)
        + growth("processor seconds of the whole process", sizes, processor);
  }

  /** What was searched, in a few words. */
  private static String way(Facts metrics) {
    if (!metrics.text("graph", "search").equals("approximate")) {
      return "exact";
    }
    long lists = Math.round(metrics.number("graph", "cellsSearched"));
    long rounds = Math.round(metrics.number("graph", "linkRounds"));
    String text = lists + " lists a row";
    return rounds == 0
        ? text
        : text
            + ", "
            + Math.round(metrics.number("graph", "candidates"))
            + " neighbours, "
            + rounds
            + (rounds == 1 ? " round" : " rounds");
  }

  private static String growth(String what, List<Integer> sizes, List<Double> seconds) {
    int last = sizes.size();
    return "- %s: %s, %s\n"
        .formatted(
            what,
            Sample.digits(exponent(sizes, seconds)),
            Sample.digits(
                exponent(sizes.subList(last - 2, last), seconds.subList(last - 2, last))));
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
              home.resolve("scripts/make-data").toString(),
              "mixture",
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
