package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code clusters.method = auto} from the command line. */
@Tag("spark")
class AutoMethodTest {
  @TempDir Path folder;

  @BeforeAll
  static void start() {
    assertThat(SparkTest.session()).isNotNull();
  }

  /** By held-out constraints. */
  private Captured cluster(int code, List<String> flags, String... sets) {
    List<String> all = new ArrayList<>(List.of(sets));
    if (all.stream().noneMatch(set -> set.startsWith("method.auto.splits="))) {
      all.add("method.auto.splits=10");
    }
    return auto(code, flags, all);
  }

  private Captured auto(int code, List<String> flags, List<String> sets) {
    List<String> all = new ArrayList<>(List.of("cluster", "--config", "conf/iris.conf"));
    all.addAll(flags);
    all.addAll(List.of("--set", "method.auto.methods=[ncut, ccskl]"));
    for (String set : sets) {
      all.addAll(List.of("--set", set));
    }
    all.addAll(List.of("--set", "clusters.method=auto", "--set", "clusters.restarts=2"));
    all.addAll(List.of("--set", "output.path=" + folder.resolve("out")));
    Captured captured = new Captured();
    int found =
        Concord.run(all.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(found).as(captured.err()).isEqualTo(code);
    return captured;
  }

  private JsonNode metrics() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out").resolve("metrics.json").toFile());
  }

  @Test
  void theMethodIsChosenAndTheTableOfWhatWasTriedWritten() throws IOException {
    Captured captured = cluster(0, List.of());
    JsonNode method = metrics().path("method");
    assertThat(method.path("name").asText()).isIn("ncut", "ccskl");
    assertThat(method.path("chosen").path("method").asText())
        .isEqualTo(method.path("name").asText());
    assertThat(method.path("tried").size()).isGreaterThan(6);
    assertThat(metrics().path("graph").path("neighbors").asInt())
        .isEqualTo(method.path("chosen").path("neighbors").asInt());
    assertThat(captured.err()).contains("of held-out constraints");
    assertThat(Files.readString(folder.resolve("out").resolve("report.html")))
        .contains("Chosen by", "below the best");
  }

  @Test
  void thePlanTellsHowManyRunsItTakes() {
    Captured captured = cluster(0, List.of("--dry-run"));
    // ncut, ccskl of 10 and of 20 eigenvectors; 10 splits; one of them on 5 more graphs.
    assertThat(captured.out()).contains("3 methods, 6 graphs: up to 80 runs on 150 points");
  }

  @Test
  void withTooLittleToJudgeByTheDefaultIsUsedAndSaid() throws IOException {
    Path few = folder.resolve("few.csv");
    List<String> rows =
        Files.readAllLines(Path.of("data-samples", "iris", "constraints.csv")).subList(0, 8);
    Files.write(few, rows);
    Captured captured = cluster(0, List.of(), "input.constraints.path=" + few);
    assertThat(captured.err()).contains("auto cannot choose", "20 in all and 5 of each");
    assertThat(metrics().path("method").path("name").asText()).isEqualTo("ensemble");
  }

  private void assertTheChoiceIsUsed() throws IOException {
    JsonNode method = metrics().path("method");
    assertThat(method.path("tried").size()).isGreaterThan(1);
    // The last step is the choice of a graph, or of the method where there is one graph alone.
    List<JsonNode> chosen = new ArrayList<>();
    method
        .path("tried")
        .forEach(
            row -> {
              if (row.path("chosen").asBoolean()) {
                chosen.add(row);
              }
            });
    JsonNode last = chosen.get(chosen.size() - 1);
    assertThat(last.path("method")).isEqualTo(method.path("name"));
    assertThat(last.path("asGood").asBoolean()).isTrue();
    assertThat(last.path("score")).isEqualTo(method.path("heldOutScore"));
    assertThat(last.path("neighbors")).isEqualTo(method.path("chosen").path("neighbors"));
    assertThat(chosen).extracting(row -> row.path("method")).containsOnly(method.path("name"));
  }

  @Test
  void labelsAloneSuffice() throws IOException {
    Path labels = folder.resolve("labels.csv");
    List<String> truth = Files.readAllLines(Path.of("data-samples", "iris", "truth.csv"));
    List<String> rows = new ArrayList<>(truth.subList(0, 1));
    for (int i = 1; i < truth.size(); i += 5) {
      rows.add(truth.get(i));
    }
    Files.write(labels, rows);
    cluster(
        0,
        List.of(),
        "input.constraints=null",
        "input.labels.format=csv",
        "input.labels.path=" + labels,
        "method.auto.methods=[csc-gfhf, ccskl, gfhf, ncut]",
        "method.auto.neighbors=[10]");
    assertTheChoiceIsUsed();
    JsonNode method = metrics().path("method");
    assertThat(method.path("questions").asInt()).as("of 60 about 30 labels").isGreaterThan(30);
    assertThat(method.path("tried").findValuesAsText("method"))
        .contains("gfhf", "ncut")
        .doesNotContain("ccskl");
    assertThat(metrics().path("truth").path("ari").asDouble()).isGreaterThan(0.7);
  }

  @Test
  void ofAGraphGivenAsEdgesAMethodIsChosen() throws IOException {
    Path graph = folder.resolve("graph");
    Captured captured = new Captured();
    int code =
        Concord.run(
            new String[] {"graph", "--config", "conf/iris.conf", "--set", "output.path=" + graph},
            captured.console().out(),
            captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    String[] edges = {
      "input.features=null",
      "input.edges.format=csv",
      "input.edges.path=" + graph.resolve("graph"),
      // Fewer points than there are: those around the constrained ones.
      "method.auto.sample=120"
    };
    Captured dry = cluster(0, List.of("--dry-run"), edges);
    assertThat(dry.out()).contains("3 methods, 1 graphs: up to 30 runs on 120 points");
    cluster(0, List.of(), edges);
    assertTheChoiceIsUsed();
    JsonNode method = metrics().path("method");
    assertThat(method.path("points").asInt()).isEqualTo(120);
    assertThat(method.path("chosen").has("neighbors")).isFalse();
    assertThat(metrics().path("n").asInt()).isEqualTo(150);
  }

  @Test
  void ofManyPointsASampleIsJudgedAndAllAreClustered() throws IOException {
    cluster(0, List.of(), "method.auto.sample=100", "method.auto.neighbors=[10]");
    assertTheChoiceIsUsed();
    assertThat(metrics().path("method").path("points").asInt()).isEqualTo(100);
    assertThat(metrics().path("n").asInt()).isEqualTo(150);
    assertThat(metrics().path("clusterSizes").size()).isEqualTo(3);
  }

  @Test
  void tooFewSplitsAreRefused() {
    Captured captured = cluster(2, List.of(), "method.auto.splits=1");
    assertThat(captured.err()).contains("method.auto.splits").contains("at least 2");
  }

  @Test
  void withoutSplitsEveryMethodRunsOnceAndTheLikelihoodJudges() throws IOException {
    Captured dry = auto(0, List.of("--dry-run"), List.of());
    assertThat(dry.out()).contains("3 methods, 1 graphs: up to 3 runs on 150 points");

    Captured captured = auto(0, List.of(), List.of("method.auto.methods=[cosc, pck-means, sclc]"));

    JsonNode method = metrics().path("method");
    assertThat(method.path("tried")).hasSize(3);
    assertThat(method.path("runs").asInt()).isEqualTo(3);
    assertThat(method.path("pairs").asInt()).isEqualTo(40);
    JsonNode best = method.path("tried").get(method.path("name").asText().equals("cosc") ? 0 : 1);
    assertThat(best.path("chosen").asBoolean()).isTrue();
    assertThat(best.path("score")).isEqualTo(method.path("score"));
    assertThat(best.path("score").asDouble())
        .isEqualTo(
            best.path("logLikelihood").asDouble() + 20.0 * best.path("agreement").asDouble());
    assertThat(method.path("tried").get(2).path("failed").asText()).contains("exactly 2 clusters");
    assertThat(captured.err()).contains("has the best score").contains("of 3 methods");
    assertThat(Files.readString(folder.resolve("out").resolve("report.html")))
        .contains("the likelihood of 40 pairs", "log-likelihood", ", chosen");
  }

  @Test
  void labelsAreJudgedAsPairsAndNothingIsNotEnough() throws IOException {
    String[] labels = {
      "input.constraints=null",
      "input.labels.format=csv",
      "input.labels.path=data-samples/iris/truth.csv",
      "method.auto.methods=[gfhf, product-cut]"
    };
    auto(0, List.of(), List.of(labels));
    assertThat(metrics().path("method").path("pairs").asInt()).isEqualTo(150);
    assertThat(metrics().path("truth").path("ari").asDouble()).isEqualTo(1.0);

    Captured captured = auto(0, List.of(), List.of("input.constraints=null"));
    assertThat(captured.err()).contains("auto cannot choose: no pair and no label to judge by");
    assertThat(metrics().path("method").path("name").asText()).isEqualTo("ensemble");
  }
}
