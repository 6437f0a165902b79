package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters of an earlier output, split while the others stay. */
@Tag("spark")
class SplitCommandTest {
  @TempDir Path folder;
  private SampleRuns runs;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  @BeforeEach
  void runsAreBelowTheFolder() {
    runs = new SampleRuns(folder);
  }

  /** An earlier assignment of iris: setosa in cluster 1, all others in cluster 0. */
  private Path earlier() throws IOException {
    List<String> rows = new ArrayList<>(List.of("id,cluster"));
    for (int i = 1; i <= 150; i++) {
      rows.add(String.format(java.util.Locale.ROOT, "iris-%03d,%d", i, i <= 50 ? 1 : 0));
    }
    Path file = folder.resolve("earlier.csv");
    Files.write(file, rows);
    return file;
  }

  private String[] split(Path earlier, String... sets) {
    List<String> all =
        new ArrayList<>(
            List.of("clusters.previous.format=csv", "clusters.previous.path=" + earlier));
    all.addAll(List.of(sets));
    return all.toArray(String[]::new);
  }

  @Test
  void onlyTheListedClusterIsDividedAndItsLargestPartKeepsTheNumber() throws IOException {
    Captured captured =
        runs.run(
            0,
            "cluster",
            "iris",
            "out",
            split(earlier(), "clusters.count=2", "clusters.split=[0]", "output.membership=true"));

    Map<String, Integer> numbers = runs.numbers("out");
    int[] sizes = new int[3];
    int right = 0;
    for (int i = 1; i <= 150; i++) {
      int number = numbers.get(String.format(java.util.Locale.ROOT, "iris-%03d", i));
      sizes[number]++;
      assertThat(number == 1).isEqualTo(i <= 50);
      right += i > 50 && (number == numbers.get("iris-060")) == (i <= 100) ? 1 : 0;
    }
    assertThat(sizes[0]).isGreaterThanOrEqualTo(sizes[2]);
    assertThat(right).isGreaterThan(85);
    JsonNode metrics = runs.metrics("out");
    assertThat(metrics.path("k").asInt()).isEqualTo(3);
    assertThat(metrics.path("clusterSizes").toString())
        .isEqualTo("[" + sizes[0] + "," + sizes[1] + "," + sizes[2] + "]");
    assertThat(metrics.path("drift").path("moved").asInt()).isEqualTo(sizes[2]);
    JsonNode part = metrics.path("method").path("split").get(0);
    assertThat(part.path("cluster").asInt()).isZero();
    assertThat(part.path("points").asInt()).isEqualTo(100);
    assertThat(part.path("into").toString()).isEqualTo("[0,2]");
    assertThat(metrics.path("constraints").path("mustLink").path("violated").asInt()).isZero();
    assertThat(metrics.path("constraints").path("cannotLink").path("violated").asInt()).isZero();
    assertThat(metrics.path("doubt").path("calibration").asText()).isEqualTo("partitions");
    assertThat(captured.out()).contains("ensemble: cluster 0 into 0, 2");
    assertThat(folder.resolve("out").resolve("model").resolve("manifest.json")).exists();
  }

  @Test
  void theSamePartsWithAnyOtherClusterBeside() throws IOException {
    runs.run(0, "cluster", "iris", "one", split(earlier(), "clusters.count=2", "clusters.split=0"));
    runs.run(
        0, "cluster", "iris", "both", split(earlier(), "clusters.count=2", "clusters.split=[0,1]"));

    Map<String, Integer> one = runs.numbers("one");
    Map<String, Integer> both = runs.numbers("both");
    one.forEach(
        (id, number) -> {
          if (number != 1) {
            assertThat(both.get(id)).isEqualTo(number);
          } else {
            assertThat(both.get(id)).isIn(1, 3);
          }
        });
    assertThat(both.values()).contains(3);
  }

  @Test
  void clustersThatAreNotThereAndPointsWithoutAClusterAreRefused() throws IOException {
    Captured unknown =
        runs.run(
            2,
            "cluster",
            "iris",
            "unknown",
            split(earlier(), "clusters.count=2", "clusters.split=[7]", "--dry-run"));
    assertThat(unknown.err())
        .contains(
            "clusters.split lists cluster 7, which is not in clusters.previous; its clusters are"
                + " 0, 1.");

    Path part = folder.resolve("part.csv");
    Files.write(part, Files.readAllLines(earlier()).subList(0, 140));
    Captured fresh =
        runs.run(
            2, "cluster", "iris", "fresh", split(part, "clusters.count=2", "clusters.split=[0]"));
    assertThat(fresh.err())
        .contains("11 points have none in clusters.previous (the first is iris-140)");

    Captured small =
        runs.run(
            2,
            "cluster",
            "iris",
            "small",
            split(earlier(), "clusters.count=51", "clusters.split=1"));
    assertThat(small.err())
        .contains("cluster 1 has 50 points, too few for clusters.count = 51 parts");
  }

  @Test
  void aPairAgainstWhatIsKeptEndsTheRunOrIsViolatedWhereItIsSoft() throws IOException {
    Path pairs = folder.resolve("pairs.csv");
    Files.writeString(
        pairs,
        "first,second,kind,weight\niris-001,iris-060,must-link,1\niris-002,iris-003,cannot-link,1\n");
    String[] sets =
        split(
            earlier(),
            "clusters.count=2",
            "clusters.split=[0]",
            "input.constraints.path=" + pairs,
            "clusters.constraints=soft");
    Captured soft = runs.run(0, "cluster", "iris", "soft", sets);
    assertThat(soft.err()).contains("2 pairs contradict the clusters that clusters.split keeps");
    assertThat(runs.metrics("soft").path("constraints").path("mustLink").path("violated").asInt())
        .isEqualTo(1);

    sets[sets.length - 1] = "clusters.constraints=hard";
    Captured hard = runs.run(3, "cluster", "iris", "hard", sets);
    assertThat(hard.err())
        .contains(
            "the must-link of iris-001 and iris-060 contradicts what clusters.split keeps: they are"
                + " in clusters 1 and 0 of clusters.previous; 1 more pairs do.");
  }
}
