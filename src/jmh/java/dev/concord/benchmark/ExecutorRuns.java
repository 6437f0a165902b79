package dev.concord.benchmark;

import dev.concord.report.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The same job on one executor of one core and on two, each a process of its own on this machine,
 * with all edges on the executors: what a second executor saves, and what products move.
 */
final class ExecutorRuns {
  /** Stages of which the executors do the work, or most of it. */
  private static final List<String> STAGES = List.of("cells", "search", "graph", "eigenvectors");

  private final Path home;
  private final Path scratch;

  ExecutorRuns(Path home, Path scratch) {
    this.home = home;
    this.scratch = scratch;
  }

  /**
   * The tables.
   *
   * @param environment names the data, as conf/mnist-ext.conf reads it
   * @param all takes the runs
   */
  String table(Map<String, String> environment, int runs, List<WholeRuns> all) throws Exception {
    Path data = Path.of(environment.getOrDefault("MNIST_EXT", ""));
    List<WholeRuns> both = measure("executors", features(data), runs);
    Path graph = WholeRuns.output(scratch, "executors-2").resolve("graph");
    List<WholeRuns> blocks = measure("executors-block", edges(graph), runs);
    all.addAll(both);
    all.addAll(blocks);
    Table stages = new Table("stage", ">one executor", ">two", ">speed-up");
    for (String name : STAGES) {
      row(stages, name, both.get(0).stages(List.of(name)), both.get(1).stages(List.of(name)));
    }
    row(stages, "its products with the graph", products(both.get(0)), products(both.get(1)));
    row(
        stages,
        "eigenvectors, `solver = block`",
        blocks.get(0).stages(List.of("eigenvectors")),
        blocks.get(1).stages(List.of("eigenvectors")));
    row(stages, "its products with the graph", products(blocks.get(0)), products(blocks.get(1)));
    Table moved =
        new Table(
            "solver",
            ">executors",
            ">jobs",
            ">vectors",
            ">to executors",
            ">least",
            ">back",
            ">least");
    both.forEach(one -> moved(moved, "arpack", one));
    blocks.forEach(one -> moved(moved, "block", one));
    return stages
        + "\nBytes for each vector that the graph is multiplied with, counted where they arrive:\n\n"
        + moved;
  }

  private static void row(Table table, String name, Sample one, Sample two) {
    table.row(name, one.toString(), two.toString(), speedUp(one, two));
  }

  private static String speedUp(Sample one, Sample two) {
    return Sample.digits(one.median() / two.median());
  }

  private static Sample products(WholeRuns runs) {
    return Sample.of(
        runs.metrics().stream().mapToDouble(facts -> facts.number("products", "seconds")));
  }

  private static void moved(Table table, String solver, WholeRuns runs) {
    Facts facts = runs.firstMetrics();
    double vectors = facts.number("products", "vectors");
    table.row(
        solver,
        Figures.count((long) facts.number("products", "executors")),
        Figures.count((long) facts.number("products", "jobs")),
        Figures.count((long) vectors),
        megabytes(facts.number("products", "bytesToExecutors") / vectors),
        megabytes(facts.number("products", "leastToExecutors") / vectors),
        megabytes(facts.number("products", "bytesBack") / vectors),
        megabytes(facts.number("products", "leastBack") / vectors));
  }

  private static String megabytes(double bytes) {
    return "%.2f MB".formatted(bytes / 1e6);
  }

  /** On one executor, and on two. */
  private List<WholeRuns> measure(String name, String configuration, int runs) throws Exception {
    Files.createDirectories(scratch);
    Path conf = Files.writeString(scratch.resolve(name + ".conf"), configuration);
    Map<String, String> environment = new HashMap<>(sparkHome());
    environment.put("CONCORD_EMBEDDED", "1");
    environment.put(
        "CONCORD_OPTS",
        "-Dspark.executor.memory=4g -Dspark.jars=" + home.resolve("target/concord.jar"));
    List<WholeRuns> both = new ArrayList<>();
    for (int executors = 1; executors <= 2; executors++) {
      String master = "local-cluster[" + executors + ",1,4096]";
      List<String> arguments = List.of("cluster", "--config", conf.toString(), "--master", master);
      both.add(
          WholeRuns.of(
              home,
              scratch,
              new WholeRuns.Command(name + "-" + executors, arguments, environment),
              runs));
    }
    return both;
  }

  /** A Spark home of links to the jars that Maven fetched: executors are started from it. */
  private Map<String, String> sparkHome() throws IOException {
    Path folder = scratch.resolve("spark-home").toAbsolutePath();
    Path jars = Files.createDirectories(folder.resolve("jars"));
    String classpath = Files.readString(home.resolve("target/spark-classpath.txt")).trim();
    for (String entry : classpath.split(":", -1)) {
      Path jar = Path.of(entry);
      Path link = jars.resolve(jar.getFileName());
      if (!Files.exists(link)) {
        Files.createSymbolicLink(link, jar);
      }
    }
    return Map.of(
        "SPARK_HOME",
        folder.toString(),
        "SPARK_SCALA_VERSION",
        "2.13",
        "SPARK_LOCAL_IP",
        "127.0.0.1");
  }

  /** From images to clusters. */
  private static String features(Path data) {
    return """
        input.features { format = idx, path = "%1$s/images-idx3-ubyte" }
        input.truth { format = idx, path = "%1$s/labels-idx1-ubyte" }
        graph { neighbors = 10, search = approximate, recall = 0.98 }
        clusters { count = 10, method = ncut, refine = none, restarts = 2 }
        output { model = false, resume = false, graph = true }
        plan.operator = distributed-edges
        """
        .formatted(data);
  }

  /** From the graph of that, by the block solver: several vectors a job. */
  private static String edges(Path graph) {
    return """
        input.edges { format = parquet, path = "%s" }
        clusters { count = 10, method = ncut, refine = none, restarts = 2 }
        method.ncut.solver = block
        output { model = false, resume = false }
        plan.operator = distributed
        """
        .formatted(graph);
  }
}
