package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.read.ConfigLoader;
import dev.concord.spark.files.JobListener;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs on tables in which rows are repeated. The copy c of point p has the id c-p. */
@Tag("spark")
class PointCopiesTest {
  private static SparkSession spark;

  @TempDir static Path folder;

  @BeforeAll
  static void startSpark() {
    spark = SparkTest.session();
  }

  /** How often a point is repeated, from its number. */
  private interface Times {
    int of(int point);
  }

  /** A sample with rows repeated: first all points once, then the copies. */
  private static List<String> repeated(String sample, Times times, double noise)
      throws IOException {
    Path data = Path.of("data-samples", sample);
    List<String> features = Files.readAllLines(data.resolve("features.csv"));
    List<String> truth = Files.readAllLines(data.resolve("truth.csv"));
    Random random = new Random(11);
    List<String> rows = new ArrayList<>(List.of(features.get(0)));
    List<String> labels = new ArrayList<>(List.of(truth.get(0)));
    int most = 1;
    for (int copy = 0; copy < most; copy++) {
      for (int p = 1; p < features.size(); p++) {
        most = Math.max(most, times.of(p - 1));
        if (copy < times.of(p - 1)) {
          String[] cells = features.get(p).split(",");
          for (int c = 1; noise > 0 && c < cells.length; c++) {
            cells[c] = String.valueOf(Double.parseDouble(cells[c]) + noise * random.nextGaussian());
          }
          cells[0] = copy + "-" + cells[0];
          rows.add(String.join(",", cells));
          labels.add(copy + "-" + truth.get(p));
        }
      }
    }
    String name = sample + "-" + features.size() + "-" + rows.size() + "-" + noise;
    Path table = Files.write(folder.resolve(name + ".csv"), rows);
    Path named = Files.write(folder.resolve(name + "-truth.csv"), labels);
    return List.of("input.features.path=" + table, "input.truth.path=" + named);
  }

  private static ClusterOutcome run(String sample, List<String> table, String... sets)
      throws IOException {
    return run(sample, table, JobListener.NONE, sets);
  }

  private static ClusterOutcome run(
      String sample, List<String> table, JobListener listener, String... sets) throws IOException {
    Path file = Path.of("conf", sample + ".conf");
    List<String> all = new ArrayList<>(List.of("output.path=unused", "clusters.restarts=2"));
    all.addAll(table);
    all.addAll(Arrays.asList(sets));
    try (ClusterJob job =
        ClusterJob.prepare(
            spark, ConfigLoader.load(Files.readString(file), file.toString(), all), listener)) {
      return job.run();
    }
  }

  /** A table of pairs, as a setting. */
  private static String pairs(String... rows) throws IOException {
    List<String> all = new ArrayList<>(List.of("first,second,kind,weight"));
    all.addAll(List.of(rows));
    return "input.constraints.path="
        + Files.write(Files.createTempFile(folder, "pairs", ".csv"), all);
  }

  /** The label of each point named. */
  private static int[] labels(ClusterOutcome outcome, String... ids) {
    return Arrays.stream(ids).mapToInt(id -> outcome.labels()[outcome.ids().indexOf(id)]).toArray();
  }

  private static String id(int point) {
    return String.format(Locale.ROOT, "iris-%03d", point);
  }

  @ParameterizedTest
  @CsvSource({"5, ncut", "20, ncut", "20, cosc"})
  void repeatedRowsHaveTheClustersOfTheRows(int times, String method) throws IOException {
    String[] sets = {"clusters.method=" + method, "clusters.refine=none", pairs()};
    ClusterOutcome once = run("iris", repeated("iris", p -> 1, 0), sets);
    List<String> said = new ArrayList<>();
    ClusterOutcome found =
        run(
            "iris",
            repeated("iris", p -> times, 0),
            new JobListener() {
              @Override
              public void stageStarted(String stage, long units) {}

              @Override
              public void stageAdvanced(String stage, long done, String detail) {}

              @Override
              public void stageFinished(String stage, double seconds, String summary) {
                said.add(stage + ": " + summary);
              }

              @Override
              public void warning(String message) {}
            },
            sets);
    assertThat(said)
        .contains(String.format(Locale.ROOT, "features: %,d points, 149 distinct", 150 * times));
    assertThat(found.graph().size()).isEqualTo(150 * times);
    assertThat(found.components().count()).isEqualTo(once.components().count());
    for (int i = 0; i < found.labels().length; i++) {
      String name = found.ids().name(i).replaceFirst("^[0-9]+", "0");
      assertThat(found.labels()[i]).isEqualTo(labels(once, name)[0]);
    }
    assertThat(found.truth().errorMatched()).isEqualTo(once.truth().errorMatched());
  }

  @Test
  void someRowsOfDigitsRepeatedChangeLittle() throws IOException {
    String[] sets = {"clusters.method=ncut", "clusters.refine=none", pairs()};
    ClusterOutcome once = run("digits", repeated("digits", p -> 1, 0), sets);
    ClusterOutcome found =
        run("digits", repeated("digits", p -> p % 10 < 3 ? 2 + p % 7 : 1, 0), sets);
    assertThat(once.graph().size()).isEqualTo(1797);
    assertThat(found.graph().size()).isGreaterThan(3900);
    assertThat(found.components().count()).isEqualTo(once.components().count());
    assertThat(found.truth().ari()).isGreaterThan(once.truth().ari() - 0.08);
  }

  @Test
  void aCannotLinkBetweenCopiesSeparatesThem() throws IOException {
    List<String> table = repeated("iris", p -> 5, 0);
    ClusterOutcome found =
        run(
            "iris",
            table,
            "clusters.method=ncut",
            pairs("0-" + id(60) + ",1-" + id(60) + ",cannot-link,1"));
    int[] two = labels(found, "0-" + id(60), "1-" + id(60));
    assertThat(two[0]).isNotEqualTo(two[1]);
    // Of all groups of copies only this one is divided.
    int divided = 0;
    for (int p = 1; p <= 150; p++) {
      String name = id(p);
      int[] five = labels(found, "0-" + name, "1-" + name, "2-" + name, "3-" + name, "4-" + name);
      divided += Arrays.stream(five).distinct().count() > 1 ? 1 : 0;
    }
    assertThat(divided).isEqualTo(1);
  }

  @Test
  void labelsAndPairsOnCopiesHoldForTheirPoints() throws IOException {
    List<String> table = repeated("iris", p -> 20, 0);
    List<String> labels = new ArrayList<>(List.of("id,label"));
    for (int p = 5; p <= 150; p += 10) {
      labels.add(p % 20 + "-" + id(p) + ",class" + (p - 1) / 50);
    }
    Path known = Files.write(folder.resolve("known.csv"), labels);
    ClusterOutcome gfhf =
        run(
            "iris",
            table,
            "clusters.method=gfhf",
            "clusters.refine=none",
            pairs(),
            "input.labels.format=csv",
            "input.labels.path=" + known,
            "input.labels.id=id",
            "input.labels.label=label",
            "input.labels.options.header=true");
    assertThat(gfhf.truth().ari()).isGreaterThan(0.7);

    List<String> judged = new ArrayList<>();
    for (int p = 1; p <= 40; p++) {
      judged.add("3-" + id(50 + p) + ",17-" + id(51 + p) + ",must-link,1");
      judged.add("7-" + id(50 + p) + ",2-" + id(100 + p) + ",cannot-link,1");
    }
    String[] sets = {"clusters.method=ccskl", pairs(judged.toArray(String[]::new))};
    ClusterOutcome pairs = run("iris", table, sets);
    assertThat(pairs.truth().ari()).isGreaterThan(0.7);
  }

  @Test
  void tooFewDistinctPointsAreAllNeighbours() throws IOException {
    List<String> rows = new ArrayList<>(List.of("id,a,b"));
    for (int i = 0; i < 60; i++) {
      rows.add(i + "," + i % 4 / 2 * 10 + "," + i % 2);
    }
    Path file = Files.write(folder.resolve("few.csv"), rows);
    ClusterOutcome found =
        run(
            "minimal",
            List.of("input.features.path=" + file, "input.features.columns=[a,b]", pairs()),
            "input.features.format=csv",
            "input.features.id=id",
            "clusters.count=2",
            "clusters.method=ncut");
    assertThat(found.warnings()).anyMatch(text -> text.contains("only 4 distinct points"));
    assertThat(found.sizes()).containsExactly(30, 30);
  }

  @Test
  void nearCopiesAndCopiesOnExecutorsAreWarnedOf() throws IOException {
    String[] sets = {"clusters.method=ncut", "clusters.refine=none", pairs()};
    ClusterOutcome near = run("iris", repeated("iris", p -> 25, 1e-9), sets);
    assertThat(near.warnings()).anyMatch(text -> text.contains("Round the features"));
    ClusterOutcome remote =
        run(
            "iris",
            repeated("iris", p -> 25, 0),
            "clusters.method=ncut",
            "clusters.refine=none",
            pairs(),
            "plan.operator=distributed-edges");
    assertThat(remote.warnings()).anyMatch(text -> text.contains("3750 points have 20 or more"));
    ClusterOutcome plain = run("iris", repeated("iris", p -> 1, 0), sets);
    assertThat(plain.warnings()).isEmpty();
  }
}
