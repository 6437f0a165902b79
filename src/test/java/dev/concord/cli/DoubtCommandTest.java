package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Confidence, runner-up and outliers, from the configuration to the output. */
@Tag("spark")
class DoubtCommandTest {
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

  @Test
  void theTableHasTheColumnsWhenTheyAreAskedFor() throws IOException {
    Captured captured = runs.run(0, "cluster", "iris", "plain");
    assertThat(captured.out())
        .containsOnlyOnce("Next ")
        .containsPattern("Next +\\S+ assign --set model.path=\\S+/plain places new points");
    runs.run(0, "cluster", "iris", "sure", "output.membership=uncalibrated");

    Map<String, String[]> plain = runs.clusters("plain");
    Map<String, String[]> sure = runs.clusters("sure");
    assertThat(plain.get("id")).containsExactly("cluster");
    assertThat(sure.get("id")).containsExactly("cluster", "confidence", "second", "outlier");
    assertThat(runs.numbers("sure")).isEqualTo(runs.numbers("plain"));
    sure.remove("id");
    double sum = 0.0;
    for (String[] row : sure.values()) {
      double confidence = Double.parseDouble(row[1]);
      assertThat(confidence).isBetween(0.0, 1.0);
      assertThat(row[2]).isNotEqualTo(row[0]).matches("-1|[012]");
      assertThat(Double.parseDouble(row[3])).isBetween(0.0, 1.0);
      sum += confidence;
    }
    JsonNode doubt = runs.metrics("sure").path("doubt");
    assertThat(doubt.path("meanConfidence").asDouble()).isCloseTo(sum / 150, within(1e-12));
    int counted = 0;
    for (JsonNode count : doubt.path("counts")) {
      counted += count.asInt();
    }
    assertThat(counted).isEqualTo(150);
    assertThat(doubt.path("calibration").asText()).isEqualTo("partitions");
    assertThat(doubt.path("heldOutPairs").asInt()).isZero();
    assertThat(doubt.path("truth").path("points").asInt()).isEqualTo(150);
    assertThat(doubt.path("truth").path("error").asDouble())
        .isEqualTo(runs.metrics("sure").path("truth").path("errorMatched").asDouble());
    assertThat(runs.metrics("plain").path("doubt")).isEqualTo(doubt);
  }

  @Test
  void pairsCalibrateTheConfidencesWhereThatIsAskedFor() throws IOException {
    runs.run(0, "cluster", "iris", "fitted", "output.membership=true");
    JsonNode doubt = runs.metrics("fitted").path("doubt");
    assertThat(doubt.path("calibration").asText()).isEqualTo("pairs");
    assertThat(doubt.path("heldOutPairs").asInt()).isBetween(20, 40);
    assertThat(runs.clusters("fitted").get("id")).contains("confidence");
  }

  /** The figure beside a suggested pair is that of the table clusters of the same configuration. */
  @Test
  void suggestHasTheSameConfidences() throws IOException {
    runs.run(0, "cluster", "iris", "sure", "output.membership=uncalibrated");
    runs.run(0, "suggest", "iris", "ask", "output.membership=uncalibrated", "suggest.pairs=10");

    Map<String, String[]> sure = runs.clusters("sure");
    int read = 0;
    try (Stream<Path> parts = Files.list(folder.resolve("ask").resolve("suggestions"))) {
      for (Path part : parts.filter(p -> p.toString().endsWith(".csv")).toList()) {
        List<String> lines = Files.readAllLines(part);
        assertThat(lines.get(0)).contains(",confidence_first,confidence_second,");
        for (String row : lines.subList(1, lines.size())) {
          String[] cells = row.split(",", -1);
          assertThat(cells[7]).isEqualTo(sure.get(cells[0])[1]);
          assertThat(cells[8]).isEqualTo(sure.get(cells[1])[1]);
          read++;
        }
      }
    }
    assertThat(read).isEqualTo(10);
  }

  @Test
  void withoutOtherPartitionsTheGraphAloneSpeaks() throws IOException {
    Captured captured =
        runs.run(
            0,
            "cluster",
            "iris",
            "ncut",
            "clusters.method=ncut",
            "output.membership=uncalibrated",
            "input.constraints=null");
    assertThat(captured.out())
        .containsOnlyOnce("Next ")
        .contains("Next         without a pair these are groups, not your classes; ")
        .contains(" suggest --config ")
        .contains("/ncut-ask asks for pairs");
    assertThat(runs.metrics("ncut").path("doubt").path("calibration").asText())
        .isEqualTo("unknown");
    assertThat(runs.metrics("ncut").path("doubt").path("partitions").asInt()).isZero();
  }

  @Test
  void edgesOnExecutorsGiveTheSameWhenItIsAskedFor() throws IOException {
    String[] common = {
      "clusters.method=ncut", "graph.connect=none", "clusters.refine=none", "input.constraints=null"
    };
    runs.run(0, "cluster", "iris", "here", with(common, "output.membership=uncalibrated"));
    runs.run(
        0,
        "cluster",
        "iris",
        "there",
        with(common, "output.membership=uncalibrated", "plan.operator=distributed-edges"));
    runs.run(0, "cluster", "iris", "none", with(common, "plan.operator=distributed-edges"));

    // Copies of points count as neighbours there, so the last bits of this sample differ.
    Map<String, String[]> here = runs.clusters("here");
    Map<String, String[]> there = runs.clusters("there");
    int alike = 0;
    for (String id : here.keySet()) {
      alike += here.get(id)[0].equals(there.get(id)[0]) ? 1 : 0;
    }
    assertThat(alike).isGreaterThan(140);
    assertThat(runs.metrics("there").path("doubt").path("meanConfidence").asDouble())
        .isCloseTo(
            runs.metrics("here").path("doubt").path("meanConfidence").asDouble(), within(0.02));
    assertThat(runs.metrics("none").has("doubt")).isFalse();
  }

  private static String[] with(String[] sets, String... more) {
    return Stream.concat(List.of(sets).stream(), List.of(more).stream()).toArray(String[]::new);
  }

  @Test
  void outliersAreSetAsideWhereNothingIsKnownOfThem() throws IOException {
    Captured captured =
        runs.run(
            0,
            "cluster",
            "iris",
            "out",
            "clusters.outliers=0.05",
            "output.membership=uncalibrated");

    Map<String, Integer> numbers = runs.numbers("out");
    Set<String> judged = new HashSet<>();
    for (String row : Files.readAllLines(Path.of("data-samples", "iris", "constraints.csv"))) {
      judged.addAll(List.of(row.split(",", -1)).subList(0, 2));
    }
    int aside = 0;
    double least = 1.0;
    double most = 0.0;
    Map<String, String[]> rows = runs.clusters("out");
    for (Map.Entry<String, Integer> point : numbers.entrySet()) {
      double score = Double.parseDouble(rows.get(point.getKey())[3]);
      if (point.getValue() < 0) {
        aside++;
        assertThat(judged).doesNotContain(point.getKey());
        assertThat(rows.get(point.getKey())[2]).matches("[012]");
        least = Math.min(least, score);
      } else if (!judged.contains(point.getKey())) {
        most = Math.max(most, score);
      }
    }
    assertThat(aside).isEqualTo(7);
    assertThat(least).isGreaterThanOrEqualTo(most);
    JsonNode metrics = runs.metrics("out");
    assertThat(metrics.path("n").asInt()).isEqualTo(150);
    int sizes = 0;
    int last = Integer.MAX_VALUE;
    for (JsonNode size : metrics.path("clusterSizes")) {
      assertThat(size.asInt()).isLessThanOrEqualTo(last);
      last = size.asInt();
      sizes += last;
    }
    assertThat(sizes).isEqualTo(143);
    assertThat(metrics.path("truth").path("points").asInt()).isEqualTo(143);
    JsonNode figures = metrics.path("doubt").path("outliers");
    assertThat(figures.path("points").asInt()).isEqualTo(7);
    assertThat(figures.path("share").asDouble()).isEqualTo(0.05);
    assertThat(figures.path("leastScore").asDouble()).isEqualTo(least);
    assertThat(metrics.path("constraints").path("mustLink").path("violated").asInt()).isZero();
    assertThat(captured.out()).contains("7 points set aside");
    readAgain();
  }

  /** The table with points set aside can be an earlier assignment, and be evaluated. */
  private void readAgain() throws IOException {
    runs.run(
        0,
        "cluster",
        "iris",
        "again",
        "clusters.previous.format=csv",
        "clusters.previous.path=" + folder.resolve("out").resolve("clusters"));
    assertThat(runs.metrics("again").path("drift").path("common").asInt()).isEqualTo(143);
    assertThat(runs.metrics("again").path("drift").path("new").asInt()).isEqualTo(7);
    Captured evaluated =
        runs.run(
            0,
            "evaluate",
            "iris",
            "unused",
            "--assignment=" + folder.resolve("out").resolve("clusters"));
    assertThat(evaluated.out()).contains("150 in 3 clusters, 7 set aside", "(143 points)");
  }

  @Test
  void boundsOfSizesHoldForWhatRemains() throws IOException {
    Captured captured =
        runs.run(
            0,
            "cluster",
            "iris",
            "bounded",
            "clusters.outliers=0.2",
            "clusters.sizes.min=48",
            "clusters.sizes.max=52");
    for (JsonNode size : runs.metrics("bounded").path("clusterSizes")) {
      assertThat(size.asInt()).isGreaterThanOrEqualTo(48);
    }
    assertThat(captured.err()).contains("clusters.outliers asks for 30 points and ");
  }
}
