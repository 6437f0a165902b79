package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** New points into the clusters of a model, from the command line. */
@Tag("spark")
class AssignCommandTest extends AssignedDigits {
  @ParameterizedTest
  @ValueSource(strings = {"votes", "centre"})
  void heldOutPointsLandWithTheirOwnKind(String rule) throws IOException {
    Captured captured = new Captured();
    int code = assign(captured, "ncut", shared.resolve("new.csv"), "assign.rule=" + rule);
    assertThat(code).as(captured.err()).isZero();
    Map<String, String[]> assigned = table(folder.resolve("out"));
    assertThat(assigned).hasSize(297);
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    // The class of a cluster is that of most of its training points.
    Map<String, Map<String, Integer>> counts = new HashMap<>();
    trained.forEach(
        (id, cluster) ->
            counts
                .computeIfAbsent(cluster, c -> new HashMap<>())
                .merge(truth.get(id), 1, Integer::sum));
    int trainedRight =
        counts.values().stream()
            .mapToInt(c -> c.values().stream().mapToInt(Integer::intValue).max().orElseThrow())
            .sum();
    int right = 0;
    for (Map.Entry<String, String[]> point : assigned.entrySet()) {
      Map<String, Integer> of = counts.get(point.getValue()[1]);
      String most = of.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
      right += most.equals(truth.get(point.getKey())) ? 1 : 0;
      assertThat(Double.parseDouble(point.getValue()[3])).isBetween(0.0, 1.0);
      assertThat(Double.parseDouble(point.getValue()[2])).isNotNegative();
    }
    assertThat(right / 297.0).isGreaterThan(trainedRight / 1500.0 - 0.08);
    JsonNode metrics = json("metrics.json");
    assertThat(metrics.get("n").asInt()).isEqualTo(297);
    assertThat(metrics.get("sources").get(rule.equals("votes") ? "neighbors" : "centre").asInt())
        .isEqualTo(297);
    assertThat(metrics.get("pointsPerSecond").asDouble()).isPositive();
    assertThat(json("run.json").get("command").asText()).isEqualTo("assign");
    assertThat(json("_RESULT.json").get("status").asText()).isEqualTo("ok");
    assertThat(captured.out()).contains("297").contains("points a second");
  }

  @Test
  void pointsOfTheTrainingSetKeepTheirClusters() throws IOException {
    Path table = folder.resolve("mixed.csv");
    Files.write(table, rows.subList(0, rows.size()));
    assertThat(assign(new Captured(), "ncut", table)).isZero();
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    Map<String, String[]> assigned = table(folder.resolve("out"));
    assertThat(assigned).hasSize(1797);
    trained.forEach(
        (id, cluster) ->
            assertThat(assigned.get(id)).containsExactly(id, cluster, "0.0", "1.0", "known"));
    assertThat(json("metrics.json").get("sources").get("known").asInt()).isEqualTo(1500);
  }

  @Test
  void aCopyOfATrainingPointUnderANewIdGetsItsCluster() throws IOException {
    List<String> lines = new ArrayList<>(List.of(rows.get(0)));
    for (int r = 1; r <= 300; r++) {
      String row = rows.get(r);
      lines.add("9000" + String.format("%03d", r) + row.substring(row.indexOf(',')));
    }
    Path table = folder.resolve("copies.csv");
    Files.write(table, lines);
    assertThat(assign(new Captured(), "ncut", table)).isZero();
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    Map<String, String[]> assigned = table(folder.resolve("out"));
    for (int r = 1; r <= 300; r++) {
      String id = rows.get(r).substring(0, rows.get(r).indexOf(','));
      String[] copy = assigned.get("9000" + String.format("%03d", r));
      assertThat(copy[1]).isEqualTo(trained.get(id));
      assertThat(copy[2]).isEqualTo("0.0");
      assertThat(copy[3]).isEqualTo("1.0");
    }
  }

  @Test
  void labelsDoNotDependOnFilesOrPartitions() throws IOException {
    assertThat(assign(new Captured(), "ncut", shared.resolve("new.csv"))).isZero();
    Map<String, String[]> once = table(folder.resolve("out"));
    Path parts = folder.resolve("parts");
    SparkTest.session()
        .read()
        .option("header", "true")
        .option("inferSchema", "true")
        .csv(shared.resolve("new.csv").toString())
        .repartition(13)
        .write()
        .parquet(parts.toString());
    assertThat(
            assign(
                new Captured(),
                "ncut",
                parts,
                "input.features.format=parquet",
                "output.overwrite=true"))
        .isZero();
    Map<String, String[]> again = table(folder.resolve("out"));
    assertThat(again.keySet()).isEqualTo(once.keySet());
    once.forEach((id, row) -> assertThat(again.get(id)).containsExactly(row));
  }

  @Test
  void aDryRunSaysWhatItWouldDo() {
    Captured captured = new Captured();
    List<String> arguments = new ArrayList<>(List.of("assign", "--dry-run"));
    assignSets("ncut", shared.resolve("new.csv"), List.of())
        .forEach(set -> arguments.addAll(List.of("--set", set)));
    assertThat(
            Concord.run(
                arguments.toArray(String[]::new),
                captured.console().out(),
                captured.console().err()))
        .as(captured.err())
        .isZero();
    assertThat(captured.out()).contains("1,500 points of 64 features").contains("votes");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void idsWithLineBreaksComeThroughCsv() throws IOException {
    Path table = folder.resolve("odd.parquet");
    SparkTest.session()
        .read()
        .option("header", "true")
        .option("inferSchema", "true")
        .csv(shared.resolve("new.csv").toString())
        .limit(30)
        .withColumn("id", functions.expr("concat('line one\\nline \"two\", ', id)"))
        .write()
        .parquet(table.toString());
    Captured captured = new Captured();
    int code = assign(captured, "ncut", table, "input.features.format=parquet");
    assertThat(code).as(captured.err()).isZero();
    assertThat(json("metrics.json").get("n").asInt()).isEqualTo(30);
    assertThat(json("metrics.json").get("sources").get("neighbors").asInt()).isEqualTo(30);
  }

  @Test
  void aQuarantineIsSaidToBeOfNoUse() {
    Captured captured = new Captured();
    assertThat(
            assign(
                captured,
                "ncut",
                shared.resolve("new.csv"),
                "input.quarantine=" + folder.resolve("aside")))
        .isZero();
    assertThat(captured.err()).contains("warning: input.quarantine").contains("no rows aside");
    assertThat(folder.resolve("aside")).doesNotExist();
  }
}
