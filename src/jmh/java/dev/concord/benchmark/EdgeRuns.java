package dev.concord.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Methods on a graph that is given as an edge table, so that the search does not count. */
final class EdgeRuns {
  /**
   * One row of the table.
   *
   * @param label in the table
   * @param configuration HOCON below the common part
   */
  record MethodRun(String label, String configuration) {}

  private final Path home;
  private final Path scratch;
  private final String name;

  EdgeRuns(Path home, Path scratch, String name) {
    this.home = home;
    this.scratch = scratch;
    this.name = name;
  }

  /** Writes the graph of a configuration with features, once; returns the folder of the table. */
  Path graph(String conf, Map<String, String> environment) throws Exception {
    WholeRuns.Command command =
        new WholeRuns.Command(
            name + "-graph",
            List.of("graph", "--config", conf, "--set", "output.format=csv"),
            environment);
    WholeRuns.of(home, scratch, command, 1);
    return WholeRuns.output(scratch, command.name()).resolve("graph");
  }

  /** Runs every method; {@code common} is HOCON that all share, the edges are added. */
  String table(Path edges, String common, List<MethodRun> methods, int runs, List<WholeRuns> all)
      throws Exception {
    Table table = StageTables.methods();
    for (int m = 0; m < methods.size(); m++) {
      MethodRun method = methods.get(m);
      Path conf = scratch.resolve(name + "-" + m + ".conf");
      Files.writeString(conf, configuration(edges, common, method));
      WholeRuns done =
          WholeRuns.of(
              home,
              scratch,
              new WholeRuns.Command(
                  name + "-" + m, List.of("cluster", "--config", conf.toString()), Map.of()),
              runs);
      all.add(done);
      StageTables.methodRow(table, method.label(), done);
    }
    return table.toString();
  }

  static String configuration(Path edges, String common, MethodRun method) {
    return """
        input.edges { format = csv, path = "%s" }
        %s
        %s
        """
        .formatted(edges, common, method.configuration());
  }

  /** Methods on the digits. */
  static List<MethodRun> digits() {
    return List.of(
        new MethodRun("ncut", "clusters.method = ncut"),
        new MethodRun("ccskl", "clusters.method = ccskl, method.ccskl.diagonal = constrained"));
  }

  static String digitsCommon(Path home) {
    return """
        input.constraints { format = csv, path = "%1$s/data-samples/digits/constraints.csv" }
        input.truth { format = csv, path = "%1$s/data-samples/digits/truth.csv" }
        clusters.count = 10
        """
        .formatted(home);
  }

  static String mnistCommon(Mnist mnist) throws IOException {
    return """
        input.truth { format = csv, path = "%s" }
        clusters { count = %d, refine = none }
        """
        .formatted(mnist.truth(), Mnist.CLASSES);
  }

  /** Every method on MNIST: by pairs, by labels, and sclc for two clusters. */
  static List<MethodRun> mnist(Mnist mnist) throws IOException, InterruptedException {
    List<MethodRun> methods = new ArrayList<>();
    String pairs =
        "input.constraints { format = csv, path = \"%s\" }\n".formatted(mnist.pairs(1000, 7));
    for (String name :
        List.of(
            "ncut",
            "csp",
            "ccskl",
            "spectral-learning",
            "kkm",
            "random-walk-csc",
            "sskk",
            "ccsr",
            "fast-ge")) {
      methods.add(new MethodRun(name, pairs + "clusters.method = " + name));
      if (name.equals("ccskl") || name.equals("ccsr")) {
        methods.add(
            new MethodRun(
                name + ", `diagonal = constrained`",
                pairs
                    + "clusters.method = %1$s, method.%1$s.diagonal = constrained"
                        .formatted(name)));
      }
    }
    methods.add(
        new MethodRun(
            "sclc (k = 2, zeros against the rest)",
            """
            clusters { method = sclc, count = 2 }
            input.constraints { format = csv, path = "%s" }
            input.truth = { format = csv, path = "%s" }
            """
                .formatted(mnist.zeroPairs(1000, 7), mnist.zeroTruth())));
    String labels =
        "input.labels { format = csv, path = \"%s\" }\n".formatted(mnist.someLabels(1000, 7));
    for (String name : List.of("gfhf", "llgc", "csc-gfhf")) {
      methods.add(new MethodRun(name + " (labels)", labels + "clusters.method = " + name));
    }
    methods.add(
        new MethodRun(
            "csp (labels), `beta = 0.05`",
            labels + "clusters.method = csp, method.csp.beta = 0.05"));
    return methods;
  }
}
