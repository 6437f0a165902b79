package dev.concord.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs of the command cluster with conf/iris.conf. */
public final class IrisRuns {
  private IrisRuns() {}

  /** The exit code of a run. */
  public static int cluster(Captured captured, Path output, String... sets) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "cluster",
                "--config",
                Path.of("conf", "iris.conf").toAbsolutePath().toString(),
                "--set",
                "output.path=" + output));
    for (String set : sets) {
      arguments.addAll(List.of("--set", set));
    }
    return Concord.run(
        arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  /** The cluster of each point. */
  public static Map<String, String> clusters(Path output) throws IOException {
    Map<String, String> clusters = new TreeMap<>();
    try (Stream<Path> parts = Files.list(output.resolve("clusters"))) {
      for (Path part : parts.filter(p -> p.getFileName().toString().startsWith("part-")).toList()) {
        Files.readAllLines(part).stream()
            .skip(1)
            .forEach(row -> clusters.put(row.split(",", -1)[0], row.split(",", -1)[1]));
      }
    }
    return clusters;
  }
}
