package dev.concord.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.cli.Captured;
import dev.concord.cli.Concord;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An experiment from the command line. */
@Tag("spark")
class ExperimentCommandTest {
  private static final String STUDY =
      """
      experiment {
        title = "A <small> study"
        datasets.moons {
          generate { shape = moons, points = 40, spread = 0.1 }
          count = 2
          graph { neighbors = 10, kernel = gaussian }
        }
        methods {
          ncut { method = ncut }
          csp { method = csp }
        }
        amounts = [5, 15]
        trials = 2
        baseline = ncut
        plots = [ari, satisfied]
      }
      output { format = csv }
      """;

  @TempDir Path folder;

  private Captured run(int code, String... sets) throws IOException {
    SparkTest.session();
    Path file = folder.resolve("study.conf");
    Files.writeString(file, STUDY);
    List<String> all = new ArrayList<>(List.of("experiment", "--config", file.toString()));
    all.addAll(List.of("--set", "output.path=" + folder.resolve("out")));
    for (String set : sets) {
      all.addAll(set.startsWith("--") ? List.of(set) : List.of("--set", set));
    }
    Captured captured = new Captured();
    int found =
        Concord.run(all.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(found).as(captured.err()).isEqualTo(code);
    return captured;
  }

  private List<String> table(String name) throws IOException {
    try (Stream<Path> parts = Files.list(folder.resolve("out").resolve(name))) {
      Path part = parts.filter(p -> p.toString().endsWith(".csv")).findFirst().orElseThrow();
      return Files.readAllLines(part);
    }
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out").resolve(name).toFile());
  }

  @Test
  void tablesPlotsAndPageAreWritten() throws IOException {
    Captured captured = run(0);

    assertThat(captured.out()).contains("A <small> study", "Trials       8", "experiment.html");
    assertThat(captured.err()).contains("trials: 0 of 8");
    List<String> trials = table("trials");
    assertThat(trials).hasSize(9);
    assertThat(trials.get(0))
        .startsWith("dataset,method,told,noise,instance,trial,ari,nmi,errorMatched,errorMajority,")
        .endsWith(
            ",satisfied,ncut,violations,clusters,outliers,calibration,doubtful,seconds,failure");
    assertThat(trials.get(1)).startsWith("moons,ncut,5,0.0,0,0,");
    List<String> summary = table("summary");
    assertThat(summary).hasSize(5);
    assertThat(summary.get(0)).contains("ariMean,ariStandardError,ariMin,ariMax");
    String page = Files.readString(folder.resolve("out/experiment.html"));
    assertThat(page).contains("A &lt;small&gt; study").doesNotContain("<small>");
    assertThat(Files.readString(folder.resolve("out/plots/ari.svg"))).contains("<svg");
    assertThat(folder.resolve("out/plots/satisfied.svg")).exists();
    assertThat(Files.readString(folder.resolve("out/results.md")))
        .contains("## A &lt;small> study", "scripts/concord experiment --config study.conf");
    JsonNode run = json("run.json");
    assertThat(run.path("command").asText()).isEqualTo("experiment");
    assertThat(run.path("trials").asInt()).isEqualTo(8);
    assertThat(run.path("configuration").path("experiment").path("trials").asInt()).isEqualTo(2);
    assertThat(json("_RESULT.json").path("status").asText()).isEqualTo("ok");
  }

  @Test
  void resultsThatAreThereAreNotComputedAgain() throws IOException {
    run(0);

    assertThat(run(0).out()).contains("already holds the results of these inputs and settings");
    assertThat(run(2, "experiment.trials=3").err()).contains("output.overwrite");
    assertThat(run(0, "experiment.trials=3", "output.overwrite=true").out())
        .contains("Trials       12");
  }

  @Test
  void theDryRunSaysWhatWouldBeDone() throws IOException {
    assertThat(run(0, "--dry-run").out()).contains("moons", "40 points", "8 trials in all");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void faultsOfTheConfigurationAreExplained() throws IOException {
    assertThat(run(2, "experiment.trails=3").err())
        .contains("experiment.trails unknown; did you mean experiment.trials?");
    assertThat(run(2, "experiment.datasets.moons.graph.neighbors=50").err())
        .contains("experiment.datasets.moons.graph.neighbors is 50");
    assertThat(json("_RESULT.json").path("exitCode").asInt()).isEqualTo(2);
  }
}
