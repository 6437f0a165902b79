package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a file to clusters, by a configuration or without one. */
@Tag("spark")
class InitCommandTest {
  @TempDir Path folder;

  @BeforeAll
  static void session() {
    SparkTest.session();
  }

  private Path shop() throws IOException {
    Random random = new Random(7);
    StringBuilder rows = new StringBuilder("id;age;signup;spend;plan\n");
    StringBuilder pairs = new StringBuilder("first,second,kind\n");
    for (int i = 0; i < 80; i++) {
      int group = i % 2;
      rows.append(
          String.format(
              Locale.ROOT,
              "c%d;%s;%02d.06.20%d;%d,%d €;%s%n",
              i,
              i == 5 ? "" : String.valueOf(20 + 30 * group + random.nextInt(8)),
              1 + random.nextInt(28),
              10 + 10 * group,
              100 + 400 * group + random.nextInt(50),
              random.nextInt(10),
              group == 0 ? "basic" : "gold"));
    }
    for (int i = 0; i < 8; i++) {
      pairs.append(
          String.format("c%d,c%d,%s%n", i, i + 9 + i % 2, i % 2 == 0 ? "different" : "same"));
    }
    Files.writeString(folder.resolve("pairs.csv"), pairs);
    return Files.writeString(folder.resolve("shop.csv"), rows);
  }

  private static int run(Captured captured, String... args) {
    return Concord.run(args, captured.console().out(), captured.console().err());
  }

  @Test
  void theConfigurationClustersAtOnce() throws IOException {
    String points = shop().toString();
    String file = folder.resolve("shop.conf").toString();
    Captured captured = new Captured();
    String[] init = {
      "init", points, folder.resolve("pairs.csv").toString(), "--clusters", "2", "--output", file
    };
    assertThat(run(captured, init)).as(captured.err()).isZero();
    assertThat(captured.out())
        .contains("Ids          column id", "scripts/concord cluster --config");
    Captured again = new Captured();
    assertThat(run(again, init)).isEqualTo(2);
    assertThat(again.err()).contains("is there already", "--overwrite");
    Captured clusters = new Captured();
    String out = folder.resolve("out").toString();
    assertThat(run(clusters, "cluster", "--config", file, "--set", "output.path=\"" + out + "\""))
        .as(clusters.err())
        .isZero();
    assertThat(clusters.out()).contains("80");
  }

  @Test
  void resultsOfSeveralNumbersLieSideBySide() {
    assertThat(sets("a/points.csv", "--clusters", "5"))
        .containsExactly("output.path=points-5-clusters", "clusters.count=5");
    assertThat(sets("a/points.csv", "--clusters", "2-9")).containsExactly("clusters.count=2-9");
    assertThat(sets("a/points.csv", "--clusters", "5", "--set", "output.path=mine"))
        .as("the last one wins")
        .containsExactly("output.path=points-5-clusters", "output.path=mine", "clusters.count=5");
    assertThat(sets("--config", "c", "--clusters", "5")).containsExactly("clusters.count=5");
  }

  private static java.util.List<String> sets(String... arguments) {
    ClusterCommand command = new ClusterCommand(new Captured().console());
    new picocli.CommandLine(command).parseArgs(arguments);
    return command.sets();
  }

  @Test
  void aTableIsClusteredWithoutAConfiguration() throws IOException {
    String points = shop().toString();
    String out = folder.resolve("short").toString();
    Captured captured = new Captured();
    assertThat(
            run(
                captured,
                "cluster",
                points,
                "--clusters",
                "2",
                "--set",
                "output.path=\"" + out + "\""))
        .as(captured.err())
        .isZero();
    assertThat(captured.out()).contains(out);
    assertThat(Files.readString(Path.of(out, "run.json"))).contains("\"signup\"");
    Captured both = new Captured();
    assertThat(run(both, "cluster", points, "--config", "conf/minimal.conf")).isEqualTo(2);
    assertThat(both.err()).contains("both --config");
  }
}
