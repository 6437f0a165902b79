package dev.concord.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.experiment.trial.Measure;
import dev.concord.experiment.trial.Trial;
import dev.concord.linalg.Seeds;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.job.ClusterJob;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Number, sizes, outliers, confidence and sources in an experiment: as a job has them. */
@Tag("spark")
class ExperimentClustersTest {
  private static final String IRIS =
      """
      experiment {
        datasets.iris {
          input {
            features { format = csv, path = data-samples/iris/features.csv, id = id }
            constraints { format = csv, path = data-samples/iris/constraints.csv }
            truth { format = csv, path = data-samples/iris/truth.csv }
          }
          count = 3
        }
        methods { one { method = ensemble } }
        draw = given
        amounts = [1000]
        trials = 1
      }
      output.path = unused
      """;

  @TempDir Path folder;

  private static List<Trial> run(String... sets) {
    try (ExperimentJob job =
        ExperimentJob.prepare(
            SparkTest.session(),
            ExperimentSection.load(IRIS, "test", List.of(sets)),
            2,
            JobListener.NONE)) {
      return job.run().trials();
    }
  }

  private static Trial one(String... sets) {
    List<Trial> trials = run(sets);
    assertThat(trials).hasSize(1);
    assertThat(trials.get(0).failure()).isEmpty();
    return trials.get(0);
  }

  @Test
  void theNumberIsChosenInEachTrial() {
    Trial trial = one("experiment.datasets.iris.count=auto");
    assertThat(trial.figure(Measure.CLUSTERS)).isBetween(2.0, 4.0);
    assertThat(one("experiment.datasets.iris.count=4-5").figure(Measure.CLUSTERS))
        .isBetween(4.0, 5.0);
    assertThat(trial.figure(Measure.OUTLIERS)).isNaN();
    assertThat(trial.figure(Measure.CALIBRATION)).isNaN();
    // The draw "wrong" needs a partition without pairs: it has a number of its own.
    for (Trial wrong :
        run(
            "experiment.datasets.iris.count=auto",
            "experiment.draw=wrong",
            "experiment.amounts=[4]",
            "experiment.trials=2",
            "experiment.methods.one.method=ncut")) {
      assertThat(wrong.failure()).isEmpty();
      assertThat(wrong.figure(Measure.CLUSTERS)).isBetween(2.0, 8.0);
    }
  }

  @Test
  void confidencesAreThoseOfAJob() {
    // The trial's seed is a stream of the experiment's; the job gets the same one.
    long seed = Seeds.of(1L).stream("run/iris/0/1000", 0);
    ConcordConfig config =
        ConfigLoader.load(
            """
                input {
                  features { format = csv, path = data-samples/iris/features.csv, id = id }
                  constraints { format = csv, path = data-samples/iris/constraints.csv }
                  truth { format = csv, path = data-samples/iris/truth.csv }
                }
                clusters { count = 3, outliers = 0.1 }
                output { path = unused, membership = true }
                """,
            "test",
            List.of("clusters.seed=" + seed));
    Trial trial =
        one("experiment.methods.one.outliers=0.1", "experiment.methods.one.membership=true");
    try (ClusterJob job = ClusterJob.prepare(SparkTest.session(), config, JobListener.NONE)) {
      var doubt = Objects.requireNonNull(job.run().metrics().doubt());
      var truth = Objects.requireNonNull(doubt.truth());
      assertThat(doubt.calibration()).isEqualTo("pairs");
      assertThat(trial.figure(Measure.CALIBRATION))
          .isCloseTo(truth.calibrationError(), within(1e-12));
      assertThat(trial.figure(Measure.DOUBTFUL))
          .isCloseTo(truth.errorsAmongDoubtful(), within(1e-12));
      assertThat(trial.figure(Measure.OUTLIERS))
          .isCloseTo(Objects.requireNonNull(doubt.outliers()).points() / 150.0, within(1e-12));
    }
    assertThat(trial.figure(Measure.OUTLIERS)).isBetween(0.01, 0.1);
  }

  private String table(String... columns) throws IOException {
    List<String> rows =
        new ArrayList<>(Files.readAllLines(Path.of("data-samples/iris/features.csv")));
    List<String> out = new ArrayList<>(List.of(rows.get(0) + "," + String.join(",", columns)));
    for (int i = 1; i < rows.size(); i++) {
      // Three points of one source, a class each; the first 50 weigh three times as much.
      String source = i % 50 == 7 ? "a" : "";
      out.add(rows.get(i) + "," + (i <= 50 ? 3 : 1) + "," + source);
    }
    Path file = folder.resolve("points.csv");
    Files.write(file, out);
    return "experiment.datasets.iris.input.features.path=" + file;
  }

  @Test
  void sizesCountAColumnOfWeightsAndSourcesHold() throws IOException {
    String path = table("mass", "origin");
    Trial plain = one();
    Trial weighed =
        one(
            path,
            "experiment.datasets.iris.input.exclusive=origin",
            "experiment.datasets.iris.weight=mass",
            "experiment.methods.one.sizes.max=100",
            "experiment.methods.one.sizes.min=60");
    // 150 of the weight of 250 are in the first class, which no single cluster may hold now.
    assertThat(weighed.figure(Measure.ARI)).isLessThan(plain.figure(Measure.ARI) - 0.1);
    List<Trial> refused =
        run(
            path,
            "experiment.datasets.iris.input.exclusive=origin",
            "experiment.datasets.iris.count=2",
            "experiment.draw=uniform",
            "experiment.amounts=[3]");
    assertThat(refused.get(0).failure()).contains("apart");
  }

  @Test
  void aMethodThatFindsTheNumberRuns() {
    List<Trial> trials =
        run(
            "experiment.datasets.iris=null",
            "experiment.datasets.companies={input={"
                + "edges={format=csv, path=data-samples/companies/pairs.csv, source=left,"
                + " target=right, weight=score},"
                + "truth={format=csv, path=data-samples/companies/truth.csv, label=company}},"
                + "count=auto}",
            "experiment.draw=uniform",
            "experiment.amounts=[20]",
            "experiment.methods.one.method=correlation");
    assertThat(trials.get(0).failure()).isEmpty();
    assertThat(trials.get(0).figure(Measure.CLUSTERS)).isBetween(20.0, 150.0);
    assertThat(trials.get(0).figure(Measure.VIOLATIONS)).isZero();
  }

  @Test
  void thePlanNamesARangeAndTheRunsOfTheConfidences() {
    try (ExperimentJob job =
        ExperimentJob.prepare(
            SparkTest.session(),
            ExperimentSection.load(
                IRIS,
                "test",
                List.of(
                    "experiment.datasets.iris.count=2-6",
                    "experiment.methods.one.membership=true")),
            1,
            JobListener.NONE)) {
      assertThat(job.describe())
          .contains("150 points, 2-6 clusters", "up to 5 more clusterings a trial");
    }
  }

  @Test
  void whatCannotBeIsRefusedWithTheKey() {
    refused("experiment.datasets.iris.count", "experiment.datasets.iris.count=[2, 4]");
    refused("a trial has one partition", "experiment.datasets.iris.count=[2, 4]");
    refused("experiment.methods.one.outliers", "experiment.methods.one.outliers=1.5");
    refused("finds the number of clusters", "experiment.methods.one.method=correlation");
    refused(
        "experiment.methods.one.sizes",
        "experiment.methods.one.method=correlation",
        "experiment.datasets.iris.count=auto",
        "experiment.methods.one.sizes.max=9");
    refused(
        "there is no column mass",
        "experiment.datasets.iris.weight=mass",
        "experiment.methods.one.sizes.max=100");
    refused("split unknown", "experiment.methods.one.split=[1]");
  }

  private static void refused(String says, String... sets) {
    assertThatThrownBy(() -> run(sets))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(says);
  }
}
