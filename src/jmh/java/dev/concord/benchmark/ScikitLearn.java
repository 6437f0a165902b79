package dev.concord.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The same neighbour graph and spectral clustering by scikit-learn, without constraints, and
 * Concord's {@code ncut} beside it, run by run in turn.
 */
final class ScikitLearn {
  private final Path home;
  private final Path scratch;
  private final String python;

  private ScikitLearn(Path home, Path scratch, String python) {
    this.home = home;
    this.scratch = scratch;
    this.python = python;
  }

  /** A python3 that has scikit-learn: that of PYTHON, of the PATH, or the system's; or none. */
  static Optional<ScikitLearn> find(Path home, Path scratch) throws InterruptedException {
    String named = System.getenv().getOrDefault("PYTHON", "");
    for (String python :
        named.isEmpty() ? List.of("python3", "/usr/bin/python3") : List.of(named)) {
      try {
        Process trial =
            new ProcessBuilder(python, "-c", "import sklearn, threadpoolctl")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (trial.waitFor() == 0) {
          return Optional.of(new ScikitLearn(home, scratch, python));
        }
      } catch (IOException e) {
        // No such program: the next one.
      }
    }
    return Optional.empty();
  }

  /**
   * Rows for one data set.
   *
   * @param data its name in the table
   * @param arguments of scripts/scikit-learn-times: the files
   */
  String compare(String data, List<String> arguments, WholeRuns.Command ncut, int runs, Table table)
      throws Exception {
    ProcessMeter meter = new ProcessMeter(home, scratch);
    List<String> command = new ArrayList<>();
    command.add(python);
    command.add(home.resolve("scripts/scikit-learn-times").toString());
    command.addAll(arguments);
    List<Finished> processes = new ArrayList<>();
    List<Facts> times = new ArrayList<>();
    List<WholeRuns> concord = new ArrayList<>();
    for (int r = 1; r <= runs; r++) {
      concord.add(WholeRuns.of(home, scratch, ncut, 1));
      System.err.printf("benchmark: scikit-learn, %s, run %d of %d%n", data, r, runs);
      String name = ncut.name() + "-scikit-learn";
      processes.add(meter.run(name, command, Map.of()));
      times.add(Facts.read(scratch.resolve(name + ".out")));
    }
    row(table, data, "graph of 10 neighbours", concord, List.of("search", "graph"), times, "graph");
    row(
        table,
        data,
        "spectral clustering of the graph",
        concord,
        List.of("eigenvectors", "method", "rounding"),
        times,
        "clustering");
    Sample ours = Sample.of(concord.stream().mapToDouble(run -> run.seconds().median()));
    Sample theirs = Sample.of(processes.stream().mapToDouble(Finished::seconds));
    table.row(data, "whole process", ours.toString(), theirs.toString(), ratio(ours, theirs));
    Facts metrics = concord.get(0).firstMetrics();
    table.row(
        data,
        "ARI",
        Sample.digits(metrics.number("truth", "ari")),
        Sample.digits(times.get(0).number("ari")),
        "");
    return times.get(0).text("versions");
  }

  private static void row(
      Table table,
      String data,
      String step,
      List<WholeRuns> concord,
      List<String> stages,
      List<Facts> times,
      String key) {
    Sample ours = Sample.of(concord.stream().mapToDouble(run -> run.stages(stages).median()));
    Sample theirs = Sample.of(times.stream().mapToDouble(facts -> facts.number(key)));
    table.row(data, step, ours.toString(), theirs.toString(), ratio(ours, theirs));
  }

  private static String ratio(Sample ours, Sample theirs) {
    return Sample.digits(ours.median() / theirs.median());
  }
}
