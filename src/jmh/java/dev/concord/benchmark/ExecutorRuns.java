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
  /** Stages of which the executors do the work, and the whole. */
  private static final List<List<String>> STAGES =
      List.of(List.of("cells"), List.of("search"), List.of("graph"), List.of("eigenvectors"));

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
    List<WholeRuns> both = new ArrayList<>();
    for (int executors = 1; executors <= 2; executors++) {
      both.add(measure(executors, environment, runs));
    }
    all.addAll(both);
    Table stages = new Table("stage", ">one executor", ">two", ">speed-up");
    for (List<String> names : STAGES) {
      stages.row(
          names.get(0),
          both.get(0).stages(names).toString(),
          both.get(1).stages(names).toString(),
          speedUp(both.get(0).stages(names), both.get(1).stages(names)));
    }
    Sample[] products = {products(both.get(0)), products(both.get(1))};
    stages.row(
        "of them products with the graph",
        products[0].toString(),
        products[1].toString(),
        speedUp(products[0], products[1]));
    return stages + "\n" + moved(both);
  }

  private static String speedUp(Sample one, Sample two) {
    return Sample.digits(one.median() / two.median());
  }

  private static Sample products(WholeRuns runs) {
    return Sample.of(runs.metrics().stream().mapToDouble(facts -> facts.number("products", "seconds")));
  }

  /** Bytes by the vector. */
  private static String moved(List<WholeRuns> both) {
    Table table =
        new Table(
            ">executors", ">jobs", ">vectors", ">to executors", ">least", ">back", ">least");
    for (WholeRuns runs : both) {
      Facts facts = runs.firstMetrics();
      double vectors = facts.number("products", "vectors");
      table.row(
          Figures.count((long) facts.number("products", "executors")),
          Figures.count((long) facts.number("products", "jobs")),
          Figures.count((long) vectors),
          megabytes(facts.number("products", "bytesToExecutors") / vectors),
          megabytes(facts.number("products", "leastToExecutors") / vectors),
          megabytes(facts.number("products", "bytesBack") / vectors),
          megabytes(facts.number("products", "leastBack") / vectors));
    }
    return "Bytes moved for each vector that the graph is multiplied with, counted where they arrive:\n\n"
        + table;
  }

  private static String megabytes(double bytes) {
    return "%.2f MB".formatted(bytes / 1e6);
  }

  private WholeRuns measure(int executors, Map<String, String> data, int runs) throws Exception {
    String name = "executors-" + executors;
    Path conf = scratch.resolve("executors.conf");
    Files.writeString(conf, configuration(Path.of(data.getOrDefault("MNIST_EXT", ""))));
    Map<String, String> environment = new HashMap<>(data);
    environment.putAll(sparkHome());
    environment.put("CONCORD_EMBEDDED", "1");
    environment.put(
        "CONCORD_OPTS",
        "-Dspark.executor.memory=4g -Dspark.jars=" + home.resolve("target/concord.jar"));
    List<String> arguments =
        List.of(
            "cluster",
            "--config",
            conf.toString(),
            "--master",
            "local-cluster[" + executors + ",1,4096]");
    return WholeRuns.of(
        home, scratch, new WholeRuns.Command(name, arguments, environment), runs);
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

  private static String configuration(Path data) {
    return """
        input.features { format = idx, path = "%1$s/images-idx3-ubyte" }
        input.truth { format = idx, path = "%1$s/labels-idx1-ubyte" }
        graph { neighbors = 10, search = approximate, recall = 0.98 }
        clusters { count = 10, method = ncut, refine = none, restarts = 2 }
        output { model = false, resume = false }
        plan.operator = distributed-edges
        """
        .formatted(data);
  }
}
