package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkCluster;
import dev.concord.testing.SparkCluster.Driver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drivers of a run that starts from an earlier one: killed in its stages and after each of its
 * tables, and two at once. The earlier run stays as it was.
 */
class NightlyFaultsIT {
  private static final List<String> TABLES =
      List.of("changes", "lineage", "clusters", "graph", "constraints");

  @TempDir static Path folder;

  private static SparkCluster cluster;
  private static Nights nights;
  private static Map<String, String> base;

  @BeforeAll
  static void twoNightsInPeace() throws Exception {
    cluster = new SparkCluster(folder);
    nights = new Nights(folder);
    Driver first =
        cluster.submit(
            "night-1",
            "local[2]",
            List.of(),
            nights.arguments("cluster", "first.csv", "night-1", "output.base=true"));
    assertThat(first.exit()).as(first.text()).isZero();
    base = nights.bytes("night-1");
    Driver second = run("peaceful", "peaceful");
    assertThat(second.exit()).as(second.text()).isZero();
  }

  @AfterAll
  static void endEveryDriver() {
    cluster.close();
  }

  private static Driver run(String name, String to) throws IOException {
    return cluster.submit(
        name,
        "local[2]",
        List.of(),
        nights.arguments(
            "cluster",
            "second.csv",
            to,
            nights.base("night-1"),
            "output.base=true",
            "plan.keep-after=0",
            "input.constraints.path=" + folder.resolve("more.csv")));
  }

  private static void kill(Driver driver) throws Exception {
    driver.process().destroyForcibly();
    driver.exit();
  }

  /** Waits until a run has begun to write a part of its output beside its target. */
  private static void awaitPart(Driver driver, String to, String part) throws Exception {
    while (driver.process().isAlive()) {
      try (Stream<Path> beside = Files.list(folder)) {
        if (beside
            .filter(path -> path.getFileName().toString().startsWith("." + to + ".concord-"))
            .anyMatch(path -> Files.exists(path.resolve(part)))) {
          return;
        }
      }
      Thread.sleep(2);
    }
    throw new AssertionError("no " + part + " of\n" + driver.text());
  }

  private static void assertPeaceful(String output) throws IOException {
    for (String table : TABLES) {
      assertThat(nights.rows(output, table)).as(table).isEqualTo(nights.rows("peaceful", table));
    }
    assertThat(nights.metrics(output).get("base"))
        .isEqualTo(nights.metrics("peaceful").get("base"));
    assertThat(nights.bytes("night-1")).isEqualTo(base);
  }

  @Test
  void killedInStagesAndAfterEachTableTheSameCommandGoesOn() throws Exception {
    for (String stage : List.of("base", "update", "eigenvectors")) {
      Driver driver = run("killed-" + stage, "killed");
      driver.await("concord: " + stage);
      kill(driver);
      assertThat(folder.resolve("killed")).doesNotExist();
      assertThat(nights.bytes("night-1")).isEqualTo(base);
    }
    for (String part :
        List.of("lineage", "clusters", "graph", "constraints", "model", "base", "metrics.json")) {
      Driver driver = run("killed-" + part, "killed");
      awaitPart(driver, "killed", part);
      kill(driver);
      if (!part.equals("metrics.json")) {
        assertThat(folder.resolve("killed")).doesNotExist();
      }
      assertThat(nights.bytes("night-1")).isEqualTo(base);
    }
    Driver last = run("killed-last", "killed");
    assertThat(last.exit()).as(last.text()).isZero();
    assertThat(last.text()).doesNotContain("not used").doesNotContain("concord: update");
    assertPeaceful("killed");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith(".killed")))
          .isEmpty();
    }

    // The next night starts from the output that was killed so often.
    Driver next =
        cluster.submit(
            "next",
            "local[2]",
            List.of(),
            nights.arguments("cluster", "first.csv", "next", nights.base("killed")));
    assertThat(next.exit()).as(next.text()).isZero();
    assertThat(nights.rows("next", "graph")).isEqualTo(nights.rows("night-1", "graph"));
  }

  @Test
  void oneOfTwoRunsAtOncePublishesAndTheOtherSaysWhyItDoesNot() throws Exception {
    Driver one = run("one", "both");
    Driver two = run("two", "both");
    // The first waits until the second has begun, too.
    one.await("concord: base");
    signal("STOP", one);
    two.await("concord: base");
    signal("CONT", one);
    List<Integer> codes = List.of(one.exit(), two.exit());
    assertThat(codes).as(one.text() + two.text()).containsExactlyInAnyOrder(0, 2);
    Driver refused = one.exit() == 2 ? one : two;
    assertThat(refused.text())
        .contains("both exists and output.overwrite is false")
        .doesNotContain("\tat ");
    assertPeaceful("both");
  }

  private static void signal(String name, Driver driver) throws Exception {
    String pid = Long.toString(driver.process().pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor()).isZero();
  }
}
