package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkCluster;
import dev.concord.testing.SparkCluster.Driver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs of {@code conf/digits.conf} that a test disturbs, and one that is left in peace: every
 * disturbed run must end with the bytes of its labels.
 */
final class FaultRuns {
  private final Path folder;
  private final SparkCluster cluster;
  private final String peaceful;

  /** Makes the undisturbed run, a local one. */
  FaultRuns(Path folder, SparkCluster cluster) throws Exception {
    this.folder = folder;
    this.cluster = cluster;
    Driver driver = run("peaceful", "local[2]", List.of(), "peaceful");
    assertThat(driver.exit()).as(driver.text()).isZero();
    peaceful = labels("peaceful");
    assertThat(peaceful).hasLineCount(1798);
  }

  /** Starts a run of many small tasks, so that a fault finds work to disturb. */
  Driver run(String name, String master, List<String> settings, String output) throws IOException {
    return run(name, master, settings, output, List.of());
  }

  /** The same with more settings of the configuration. */
  Driver run(String name, String master, List<String> settings, String output, List<String> sets)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("cluster", "--config"));
    arguments.add(Path.of("conf", "digits.conf").toAbsolutePath().toString());
    for (String set :
        List.of(
            "output.path=" + folder.resolve(output).toUri(),
            "output.format=csv",
            "clusters.method=ccskl",
            "method.ccskl.diagonal=constrained",
            // Every product is a job: fewer of them disturb as much.
            "method.ccskl.tolerance=1e-3",
            "clusters.restarts=40",
            "plan.panel-rows=90",
            "plan.operator=distributed",
            "plan.block-rows=900",
            "clusters.eigenvectors=10",
            "plan.keep-after=0")) {
      arguments.add("--set");
      arguments.add(set);
    }
    for (String set : sets) {
      arguments.add("--set");
      arguments.add(set);
    }
    return cluster.submit(name, master, settings, arguments);
  }

  /** Waits for the end of a run, whose labels must be those of the undisturbed one. */
  void assertUndisturbedLabels(Driver driver, String output) throws Exception {
    assertThat(driver.exit()).as(driver.text()).isZero();
    assertThat(labels(output)).isEqualTo(peaceful);
  }

  /** The text of the labels. */
  String labels(String output) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(output).resolve("clusters"))) {
      List<Path> parts =
          files.filter(path -> path.getFileName().toString().startsWith("part-")).toList();
      assertThat(parts).hasSize(1);
      return Files.readString(parts.get(0));
    }
  }
}
