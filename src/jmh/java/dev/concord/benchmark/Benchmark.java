package dev.concord.benchmark;

import dev.concord.cli.start.Version;
import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures Concord on this machine and writes the tables of docs/PERFORMANCE.md. Each section is
 * written as soon as it is measured, so an end in between loses nothing.
 */
public final class Benchmark {
  private final Settings settings;
  private final Path home;
  private final Path scratch;
  private final Machine machine;

  Benchmark(Settings settings, Path home, Machine machine) {
    this.settings = settings;
    this.home = home;
    this.scratch = home.resolve("target/benchmark");
    this.machine = machine;
  }

  /** Started by scripts/benchmark.sh, which sets CONCORD_HOME. Exit code 2: see the message. */
  public static void main(String[] arguments) throws Exception {
    String home = System.getenv("CONCORD_HOME");
    try {
      if (home == null) {
        throw new InputException("CONCORD_HOME is not set: start scripts/benchmark.sh");
      }
      Path folder = Path.of(home).toAbsolutePath();
      new Benchmark(Settings.parse(folder, arguments), folder, Machine.here()).measure();
    } catch (ConcordException e) {
      System.err.println("benchmark: " + e.getMessage());
      System.exit(e.exitCode());
    }
  }

  void measure() throws Exception {
    if (!settings.quick()) {
      MarkedText page = page();
      for (Section section : Section.values()) {
        if (settings.wants(section)) {
          page.require(section.title());
        }
      }
      first();
    }
    for (Section section : Section.values()) {
      if (settings.wants(section)) {
        Optional<String> body = body(section);
        if (body.isPresent()) {
          publish(section, made(section) + body.get());
        }
      }
    }
  }

  /** The first run after a build makes the archive of classes with which the others start. */
  private void first() throws Exception {
    WholeRuns.Command digits =
        new WholeRuns.Command(
            "first", List.of("cluster", "--config", "conf/digits.conf"), Map.of());
    WholeRuns.of(home, scratch, digits, 1);
  }

  /** What a section is repeated with, and the version and commit that were measured. */
  private static String made(Section section) {
    return "`scripts/benchmark.sh --only %s`; %s.\n\n"
        .formatted(section.title(), new Version().getVersion()[0]);
  }

  private MarkedText page() throws IOException {
    Path page = settings.document();
    if (!Files.isReadable(page)) {
      throw new InputException("--document: there is no readable " + page);
    }
    return new MarkedText(page.toString(), Files.readString(page));
  }

  private void publish(Section section, String body) throws IOException {
    if (settings.quick()) {
      System.out.println("## " + section.title() + "\n\n" + body);
      return;
    }
    MarkedText page = page();
    page.replace(section.title(), body);
    Files.writeString(settings.document(), page.toString());
    System.err.println("benchmark: wrote " + section.title() + " of " + settings.document());
  }

  private Optional<String> body(Section section) throws Exception {
    return switch (section) {
      case MICRO -> Optional.of(micro());
      case DIGITS -> Optional.of(stages("digits", 64, Map.of()));
      case DIGITS_EDGES -> Optional.of(digitsEdges());
      case MNIST -> {
        Optional<Mnist> mnist = mnist(section.title());
        yield mnist.isEmpty()
            ? Optional.empty()
            : Optional.of(stages("mnist", Mnist.DIM, mnist.get().environment(500, 1)));
      }
      case MNIST_EXT -> {
        Optional<Mnist> mnist = mnist(section.title());
        yield mnist.isEmpty()
            ? Optional.empty()
            : Optional.of(stages("mnist-ext", Mnist.DIM, mnist.get().extended(3200, 1)));
      }
      case EXECUTORS -> {
        Optional<Mnist> mnist = mnist(section.title());
        yield mnist.isEmpty() ? Optional.empty() : Optional.of(executors(mnist.get()));
      }
      case GROWTH -> Optional.of(growth());
      case MNIST_METHODS -> {
        Optional<Mnist> mnist = mnist(section.title());
        yield mnist.isEmpty() ? Optional.empty() : Optional.of(mnistMethods(mnist.get()));
      }
      case SCIKIT_LEARN -> scikitLearn(section);
    };
  }

  private String executors(Mnist mnist) throws Exception {
    List<WholeRuns> all = new ArrayList<>();
    String table =
        new ExecutorRuns(home, scratch).table(mnist.extended(3200, 1), settings.runs(), all);
    return foot(all) + table;
  }

  private String growth() throws Exception {
    List<WholeRuns> all = new ArrayList<>();
    String table = new Mixtures(home, scratch).table(settings.quick(), settings.runs(), all);
    return foot(all) + table;
  }

  private Optional<Mnist> mnist(String what) throws IOException {
    String folder = System.getenv().getOrDefault("MNIST_DIR", "");
    if (folder.isEmpty()) {
      skip(what, "MNIST_DIR is not set");
      return Optional.empty();
    }
    return Optional.of(Mnist.in(Path.of(folder), home, scratch));
  }

  private static void skip(String what, String reason) {
    System.err.println("benchmark: " + what + " skipped: " + reason);
  }

  private String micro() throws IOException, RunnerException {
    Processor processor = new Processor();
    Collection<RunResult> results = kernels(MicroBenchmarks.ALL);
    return foot("iteration of each", iterations(results), Sample.of(processor.otherCores()))
        + MicroBenchmarks.table(results);
  }

  private static int iterations(Collection<RunResult> results) {
    return (int) results.iterator().next().getPrimaryResult().getStatistics().getN();
  }

  private Collection<RunResult> kernels(List<Class<?>> benchmarks)
      throws IOException, RunnerException {
    System.err.println("benchmark: kernels");
    Collection<RunResult> results =
        new MicroBenchmarks(scratch.resolve("jmh.log"), settings.quick()).run(benchmarks);
    MicroBenchmarks.peaks(results).save(peaksFile());
    return results;
  }

  /** Those of an earlier run on this machine, else measured now. */
  private Peaks peaks() throws IOException, RunnerException {
    if (Files.exists(peaksFile())) {
      System.err.println(
          "benchmark: floors by the rates in " + peaksFile() + "; delete it to measure them anew");
    } else {
      kernels(MicroBenchmarks.PEAKS);
    }
    return Peaks.load(peaksFile());
  }

  /** Rough rates are no floors: a quick run keeps its own. */
  private Path peaksFile() {
    return scratch.resolve(settings.quick() ? "peaks-quick.json" : "peaks.json");
  }

  private String stages(String name, int dim, Map<String, String> environment) throws Exception {
    Peaks peaks = peaks();
    List<String> arguments = List.of("cluster", "--config", "conf/" + name + ".conf");
    WholeRuns runs =
        WholeRuns.of(
            home, scratch, new WholeRuns.Command(name, arguments, environment), settings.runs());
    String command = memory() + "scripts/concord " + String.join(" ", arguments);
    return foot(runs) + StageTables.of(command, runs, dim, peaks);
  }

  private static String memory() {
    String memory = System.getenv().getOrDefault("CONCORD_MEMORY", "");
    return memory.isEmpty() ? "" : "CONCORD_MEMORY=" + memory + " ";
  }

  private String digitsEdges() throws Exception {
    EdgeRuns edges = new EdgeRuns(home, scratch, "digits-edges");
    Path graph = edges.graph("conf/digits.conf", Map.of());
    return methods(edges, graph, EdgeRuns.digitsCommon(home), EdgeRuns.digits());
  }

  private String mnistMethods(Mnist mnist) throws Exception {
    EdgeRuns edges = new EdgeRuns(home, scratch, "mnist-edges");
    Path graph = edges.graph("conf/mnist.conf", mnist.environment(500, 1));
    return methods(edges, graph, EdgeRuns.mnistCommon(mnist), EdgeRuns.mnist(mnist));
  }

  private String methods(
      EdgeRuns edges, Path graph, String common, List<EdgeRuns.MethodRun> methods)
      throws Exception {
    List<WholeRuns> all = new ArrayList<>();
    String table = edges.table(graph, common, methods, settings.runs(), all);
    return foot(all) + table;
  }

  private Optional<String> scikitLearn(Section section) throws Exception {
    Optional<ScikitLearn> found = ScikitLearn.find(home, scratch);
    if (found.isEmpty()) {
      skip(section.title(), "no python3 with scikit-learn; PYTHON names one");
      return Optional.empty();
    }
    Table table = new Table("data", "step", ">Concord", ">scikit-learn", ">ratio");
    Processor processor = new Processor();
    String samples = home.resolve("data-samples/digits").toString();
    String versions = compare(found.get(), "digits", List.of("csv", samples), Map.of(), table);
    Optional<Mnist> mnist = mnist("MNIST beside scikit-learn");
    if (mnist.isPresent()) {
      Map<String, String> environment = mnist.get().environment(500, 1);
      List<String> files = List.of("idx", environment.get("MNIST_DIR"));
      versions = compare(found.get(), "mnist", files, environment, table);
    }
    Sample others = Sample.of(processor.otherCores());
    return Optional.of(
        foot("run in turn", settings.runs(), others) + "With " + versions + ".\n\n" + table);
  }

  private String compare(
      ScikitLearn python,
      String name,
      List<String> files,
      Map<String, String> environment,
      Table table)
      throws Exception {
    List<String> arguments =
        List.of("cluster", "--config", "conf/" + name + ".conf", "--set", "clusters.method=ncut");
    WholeRuns.Command ncut = new WholeRuns.Command(name + "-ncut", arguments, environment);
    return python.compare(name, files, ncut, settings.runs(), table);
  }

  private String foot(List<WholeRuns> all) {
    DoubleStream others = all.stream().mapToDouble(runs -> runs.otherCores().median());
    return foot("run", settings.runs(), Sample.of(others));
  }

  private String foot(WholeRuns runs) {
    return foot("run", runs.processes().size(), runs.otherCores());
  }

  /** When and where; what else ran tells how far the figures can be trusted. */
  private String foot(String what, int count, Sample others) {
    return """
        Measured %s on %s. Medians (least to most) of %s; other programs kept %s cores busy meanwhile.

        """
        .formatted(
            Machine.today(),
            machine.describe(),
            count == 1
                ? "1 " + what
                : count + " " + what.replaceFirst("\\b(run|iteration)\\b", "$1s"),
            Sample.digits(others.most()));
  }
}
