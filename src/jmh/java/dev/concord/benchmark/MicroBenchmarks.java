package dev.concord.benchmark;

import dev.concord.graph.PanelPair;
import dev.concord.linalg.GemmTile;
import dev.concord.linalg.LanczosStep;
import dev.concord.linalg.QuadraticProgram;
import dev.concord.linalg.SparseProduct;
import dev.concord.linalg.Triad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/** Runs the micro-benchmarks by JMH, each in a Java machine of its own. */
final class MicroBenchmarks {
  /** What the floors need. */
  static final List<Class<?>> PEAKS = List.of(GemmTile.class, Triad.class);

  static final List<Class<?>> ALL =
      List.of(
          GemmTile.class,
          Triad.class,
          PanelPair.class,
          SparseProduct.class,
          LanczosStep.class,
          QuadraticProgram.class);

  /** The best iteration of one benchmark, its rate a second and in what. */
  private record Best(String benchmark, Map<String, String> parameters, double rate) {}

  private final Path log;
  private final boolean quick;

  /**
   * A runner.
   *
   * @param log takes JMH's own output
   * @param quick three iterations of 0.2 s, where the benchmarks ask for eight of 1 s
   */
  MicroBenchmarks(Path log, boolean quick) {
    this.log = log;
    this.quick = quick;
  }

  Collection<RunResult> run(List<Class<?>> benchmarks) throws IOException, RunnerException {
    Files.createDirectories(log.toAbsolutePath().getParent());
    ChainedOptionsBuilder options = new OptionsBuilder().output(log.toString());
    for (Class<?> benchmark : benchmarks) {
      options.include("^" + benchmark.getName().replace(".", "\\.") + "\\.");
    }
    if (quick) {
      TimeValue time = TimeValue.milliseconds(200);
      options.warmupIterations(1).warmupTime(time).measurementIterations(2).measurementTime(time);
    }
    return new Runner(options.build()).run();
  }

  /** The best rates: of products on all cores over all shapes, of streams on all cores by size. */
  static Peaks peaks(Collection<RunResult> results) {
    double gigaflops =
        best(results, GemmTile.class, "gigaflops").stream()
            .mapToDouble(Best::rate)
            .max()
            .orElseThrow();
    NavigableMap<Integer, Double> bandwidth = new TreeMap<>();
    for (Best best : best(results, Triad.class, "gigabytes")) {
      bandwidth.put(Integer.valueOf(best.parameters().get("megabytes")), best.rate());
    }
    return new Peaks(gigaflops, bandwidth);
  }

  private static List<Best> best(
      Collection<RunResult> results, Class<?> benchmark, String counter) {
    String wanted = benchmark.getName() + ".allCores";
    return results.stream()
        .filter(result -> result.getParams().getBenchmark().equals(wanted))
        .map(
            result ->
                new Best(
                    wanted, parameters(result), counter(result, counter).getStatistics().getMax()))
        .toList();
  }

  private static Result<?> counter(RunResult result, String name) {
    return Objects.requireNonNull(result.getSecondaryResults().get(name), name);
  }

  private static Map<String, String> parameters(RunResult result) {
    return result.getParams().getParamsKeys().stream()
        .collect(
            Collectors.toMap(
                key -> key, key -> result.getParams().getParam(key), (a, b) -> a, TreeMap::new));
  }

  /** A row for each benchmark and its parameters: medians, least and most of the iterations. */
  static String table(Collection<RunResult> results) {
    Table table =
        new Table("benchmark", "parameters", ">cores", ">ms", ">GFLOP/s", ">GB/s", ">ms a product");
    for (RunResult result : results) {
      int threads = result.getParams().getThreads();
      String name = result.getParams().getBenchmark();
      boolean parallelItself = name.startsWith(SparseProduct.class.getName());
      table.row(
          className(name),
          parameters(result).entrySet().stream()
              .map(entry -> entry.getKey() + " " + entry.getValue())
              .collect(Collectors.joining(", ")),
          parallelItself ? "all" : Integer.toString(threads),
          inverted(result.getPrimaryResult(), 1e3 * threads),
          rate(result, "gigaflops"),
          rate(result, "gigabytes"),
          result.getSecondaryResults().containsKey("products")
              ? inverted(counter(result, "products"), 1e3)
              : "");
    }
    return table.toString();
  }

  /** GemmTile, of dev.concord.linalg.GemmTile.oneCore. */
  private static String className(String benchmark) {
    String type = benchmark.substring(0, benchmark.lastIndexOf('.'));
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static String rate(RunResult result, String counter) {
    if (!result.getSecondaryResults().containsKey(counter)) {
      return "";
    }
    Statistics all = counter(result, counter).getStatistics();
    return new Sample(all.getMin(), all.getPercentile(50), all.getMax(), (int) all.getN())
        .toString();
  }

  /** The time of one, from a rate a second. */
  private static String inverted(Result<?> rate, double unit) {
    Statistics all = rate.getStatistics();
    return new Sample(
            unit / all.getMax(),
            unit / all.getPercentile(50),
            unit / all.getMin(),
            (int) all.getN())
        .toString();
  }
}
