package dev.concord.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The same command several times: what the processes took, and what they say of themselves.
 *
 * @param metrics metrics.json of each run
 * @param runs run.json of each; empty objects where the command writes none
 */
record WholeRuns(List<Finished> processes, List<Facts> metrics, List<Facts> runs) {
  /** One way to start Concord. */
  record Command(String name, List<String> arguments, Map<String, String> environment) {}

  /**
   * Runs scripts/concord with the arguments and {@code output.path} set to a folder of the scratch.
   *
   * @param home the project's folder
   */
  static WholeRuns of(Path home, Path scratch, Command command, int count) throws Exception {
    ProcessMeter meter = new ProcessMeter(home, scratch);
    Path output = output(scratch, command.name());
    List<String> line = new ArrayList<>(List.of(home.resolve("scripts/concord").toString()));
    line.addAll(command.arguments());
    line.addAll(List.of("--set", "output.overwrite=true", "--set", "output.path=" + output));
    WholeRuns done = new WholeRuns(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int r = 1; r <= count; r++) {
      System.err.printf("benchmark: %s, run %d of %d%n", command.name(), r, count);
      delete(output);
      done.processes.add(meter.run(command.name(), line, command.environment()));
      done.metrics.add(Facts.read(output.resolve("metrics.json")));
      Path run = output.resolve("run.json");
      done.runs.add(Files.exists(run) ? Facts.read(run) : Facts.NONE);
    }
    return done;
  }

  /** Deletes the output of the run before: with it the same command would have nothing to do. */
  private static void delete(Path output) throws IOException {
    if (Files.exists(output)) {
      try (Stream<Path> files = Files.walk(output)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  static Path output(Path scratch, String name) {
    return scratch.resolve("out").resolve(name).toAbsolutePath();
  }

  Facts firstMetrics() {
    return metrics.get(0);
  }

  Facts firstRun() {
    return runs.get(0);
  }

  Sample seconds() {
    return process(Finished::seconds);
  }

  Sample processorSeconds() {
    return process(Finished::processorSeconds);
  }

  /** The most of all runs. */
  String peakMemory() {
    return gigabytes(process(Finished::peakBytes).most());
  }

  Sample otherCores() {
    return process(Finished::otherCores);
  }

  private Sample process(ToDoubleFunction<Finished> figure) {
    return Sample.of(processes.stream().mapToDouble(figure));
  }

  /** The names of the stages, in their order. */
  List<String> stages() {
    return firstMetrics().object("timings").properties().stream().map(Map.Entry::getKey).toList();
  }

  /** Seconds of some stages together. */
  Sample stages(List<String> names) {
    return Sample.of(
        metrics.stream()
            .mapToDouble(
                facts ->
                    names.stream()
                        .mapToDouble(stage -> facts.number("timings", stage))
                        .filter(seconds -> !Double.isNaN(seconds))
                        .sum()));
  }

  static String gigabytes(double bytes) {
    return Double.isNaN(bytes) ? "–" : "%.1f GB".formatted(bytes / 1e9);
  }
}
