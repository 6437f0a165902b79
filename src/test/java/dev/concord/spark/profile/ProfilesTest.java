package dev.concord.spark.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.report.ClusterProfiles;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.Month;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 60 points in two clusters of 40 and 20; what is expected is computed from plain arrays. */
@Tag("spark")
class ProfilesTest {
  private static final int N = 60;
  private static final String[] PLANS = {"basic", "gold", "plus"};
  private static SparkSession spark;

  @TempDir static Path folder;

  private static final double[] INCOME = new double[N];
  private static final double[] FLAG = new double[N];
  private static final String[] PLAN = new String[N];
  private static final int[] CLUSTERS = new int[N];
  private static final IdTable IDS =
      IdTable.ofStrings(
          IntStream.range(0, N).mapToObj(i -> "p%02d".formatted(i)).toArray(String[]::new));

  @BeforeAll
  static void table() throws IOException {
    spark = SparkTest.session();
    List<String> lines = new ArrayList<>(List.of("id,income,flag,plan,since,name,label,words"));
    for (int i = 0; i < N; i++) {
      CLUSTERS[i] = i % 3 == 0 ? 1 : 0;
      INCOME[i] = i == 7 ? Double.NaN : 1e6 + (i * 37 % 101) / 7.0 + 40 * CLUSTERS[i];
      FLAG[i] = i % 6 == 0 ? 1 : 0;
      PLAN[i] = i == 4 ? "" : PLANS[CLUSTERS[i] == 1 ? i % 2 : i % 3];
      lines.add(
          "p%02d,%s,%s,%s,2024-01-%02d,name of %d,%d,w"
              .formatted(
                  i,
                  i == 7 ? "" : Double.toString(INCOME[i]),
                  (int) FLAG[i],
                  PLAN[i],
                  1 + i % 28,
                  i,
                  CLUSTERS[i]));
    }
    Files.write(folder.resolve("points.csv"), lines);
  }

  private static ConcordConfig config(String... sets) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "input.features={format=csv, id=id, columns=[income, flag], categories=[plan]}",
                "input.features.path=\"" + folder.resolve("points.csv") + "\"",
                "input.features.missing=mean",
                "clusters.count=2",
                "output.path=none"));
    all.addAll(List.of(sets));
    return ConfigLoader.load("", "test", all);
  }

  private static List<ProfileRow> profiles(String... sets) {
    return Profiles.of(spark, config(sets), IDS, CLUSTERS, null);
  }

  private static ProfileRow find(List<ProfileRow> rows, String column, String statistic, int c) {
    return rows.stream()
        .filter(
            row ->
                row.column().equals(column)
                    && (row.statistic().equals(statistic) || statistic.equals(row.level()))
                    && row.cluster() == c)
        .findFirst()
        .orElseThrow();
  }

  private static double[] of(double[] values, int cluster) {
    return IntStream.range(0, N)
        .filter(i -> cluster < 0 || CLUSTERS[i] == cluster)
        .mapToDouble(i -> values[i])
        .filter(value -> !Double.isNaN(value))
        .sorted()
        .toArray();
  }

  private static double quantile(double[] sorted, double p) {
    double at = p * (sorted.length - 1);
    int low = (int) at;
    int high = Math.min(low + 1, sorted.length - 1);
    return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
  }

  @Test
  void writtenDatesAndNumbersHaveMediansLikeOthers() throws IOException {
    List<String> lines = new ArrayList<>(List.of("id;First order;Revenue;Discount"));
    for (int i = 0; i < N; i++) {
      lines.add(
          "p%02d;%02d.%02d.2025;\"$%d,%03d.50\";%s"
              .formatted(
                  i,
                  1 + i % 28,
                  CLUSTERS[i] == 1 ? 11 : 2,
                  1 + CLUSTERS[i],
                  i,
                  i == 7 ? "" : (10 + 5 * CLUSTERS[i] + i / 3 % 3) + ",5 %"));
    }
    Files.write(folder.resolve("shop.csv"), lines);
    ConcordConfig config =
        ConfigLoader.load(
            "",
            "test",
            List.of(
                "input.features={format=csv, id=id, options={sep=\";\"}, missing=mean,"
                    + " dates={\"first order\"=dd.MM.yyyy}, numbers={Revenue=\".\", Discount=\",\"}}",
                "input.features.path=\"" + folder.resolve("shop.csv") + "\"",
                "clusters.count=2",
                "output.path=none"));
    List<ProfileRow> rows = Profiles.of(spark, config, IDS, CLUSTERS, null);
    assertThat(rows)
        .extracting(ProfileRow::column)
        .containsOnly("First order", "Revenue", "Discount");
    ProfileRow first = find(rows, "First order", "median", 1);
    assertThat(first.unit()).isEqualTo(ProfileRow.Unit.DAYS);
    assertThat(LocalDate.ofEpochDay((long) first.value())).hasYear(2025).hasMonth(Month.NOVEMBER);
    assertThat(find(rows, "Revenue", "median", 0).value()).isBetween(1000.5, 1059.5);
    assertThat(find(rows, "Discount", "median", 0).value()).isBetween(0.105, 0.125);
    assertThat(find(rows, "Discount", "median", 1).value()).isBetween(0.155, 0.175);
  }

  @Test
  void numbersHaveMediansInTheirUnitsAndEffectsInStandardUnits() {
    List<ProfileRow> rows = profiles();
    double[] all = of(INCOME, -1);
    double range = quantile(all, .75) - quantile(all, .25);
    for (int c = 0; c < 2; c++) {
      double[] own = of(INCOME, c);
      ProfileRow median = find(rows, "income", "median", c);
      assertThat(median.value()).isCloseTo(quantile(own, .5), within(1e-8));
      assertThat(median.difference())
          .isCloseTo(quantile(own, .5) - quantile(all, .5), within(1e-8));
      assertThat(median.effect())
          .isCloseTo((quantile(own, .5) - quantile(all, .5)) / (range / 1.349), within(1e-8));
      ProfileRow spread = find(rows, "income", "iqr", c);
      assertThat(spread.value()).isCloseTo(quantile(own, .75) - quantile(own, .25), within(1e-8));
      assertThat(spread.effect()).isNull();
    }
    assertThat(find(rows, "income", "missing", 0).value()).isEqualTo(1.0 / 40);
    assertThat(find(rows, "income", "missing", 1).value()).isZero();
  }

  @Test
  void aColumnOfFewValuesHasAMean() {
    List<ProfileRow> rows = profiles();
    double[] all = of(FLAG, -1);
    double mean = DoubleStream.of(all).average().orElseThrow();
    double sd =
        Math.sqrt(DoubleStream.of(all).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
    ProfileRow one = find(rows, "flag", "mean", 1);
    assertThat(one.value()).isCloseTo(0.5, within(1e-9));
    assertThat(one.effect()).isCloseTo((0.5 - mean) / sd, within(1e-9));
    assertThat(find(rows, "flag", "sd", 0).value()).isZero();
  }

  @Test
  void categoriesHaveSharesOfTheirWords() {
    List<ProfileRow> rows = profiles();
    for (String plan : PLANS) {
      double[] shares = new double[3];
      for (int c = -1; c < 2; c++) {
        int cluster = c;
        long known =
            IntStream.range(0, N)
                .filter(i -> (cluster < 0 || CLUSTERS[i] == cluster) && !PLAN[i].isEmpty())
                .count();
        long of =
            IntStream.range(0, N)
                .filter(i -> (cluster < 0 || CLUSTERS[i] == cluster) && PLAN[i].equals(plan))
                .count();
        shares[c + 1] = (double) of / known;
      }
      for (int c = 0; c < 2; c++) {
        ProfileRow row = find(rows, "plan", plan, c);
        assertThat(row.value()).isEqualTo(shares[c + 1]);
        assertThat(row.effect())
            .isCloseTo(
                2 * (Math.asin(Math.sqrt(shares[c + 1])) - Math.asin(Math.sqrt(shares[0]))),
                within(1e-12));
      }
    }
    assertThat(find(rows, "plan", "missing", 0).value()).isEqualTo(1.0 / 40);
  }

  @Test
  void datesAreDaysAndTextsThatNameAPointHaveNoProfile() {
    List<ProfileRow> rows = profiles();
    ProfileRow since = find(rows, "since", "median", 0);
    assertThat(since.value()).isBetween(19723.0, 19751.0); // January 2024
    assertThat(rows.stream().map(ProfileRow::column))
        .contains("label")
        .doesNotContain("name", "id");
    // A column that is the truth has none: it would set the clusters apart by itself.
    String path = folder.resolve("points.csv").toString();
    assertThat(
            profiles("input.truth={format=csv, label=label}", "input.truth.path=\"" + path + '"'))
        .extracting(ProfileRow::column)
        .doesNotContain("label");
  }

  @Test
  void profilesAreTheSameForAnyPartitioning() {
    List<List<ProfileRow>> found = new ArrayList<>();
    for (int partitions : new int[] {1, 7}) {
      spark
          .read()
          .option("header", "true")
          .option("inferSchema", "true")
          .csv(folder.resolve("points.csv").toString())
          .repartition(partitions)
          .createOrReplaceTempView("profiled_points");
      found.add(profiles("input.features.format=table", "input.features.path=profiled_points"));
    }
    assertThat(found.get(0)).isEqualTo(found.get(1)).hasSizeGreaterThan(20);
  }

  @Test
  void executorsFindWhatTheDriverFinds() {
    ConcordConfig config = config();
    ClusterTable table =
        new ClusterTable(spark, Objects.requireNonNull(config.input().features()), config.report());
    assertThat(table.profiles(IDS, CLUSTERS, null, 0))
        .isEqualTo(table.profiles(IDS, CLUSTERS, null))
        .hasSizeGreaterThan(20);
  }

  @Test
  void termsOfAFileNameTheEntriesOfVectors() throws IOException {
    Path terms = Files.writeString(folder.resolve("terms.txt"), "cat\ndog\nemu\n");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      lines.add(i % 3 == 0 ? "0 1:1 2:0.5" : "0 2:1 3:1");
    }
    Files.write(folder.resolve("texts.libsvm"), lines);
    ConcordConfig config =
        ConfigLoader.load(
            "",
            "test",
            List.of(
                "input.features={format=libsvm, path=\"" + folder.resolve("texts.libsvm") + "\"}",
                "input.features.terms=\"" + terms + '"',
                "clusters.count=2",
                "output.path=none"));
    List<ProfileRow> rows =
        Profiles.of(spark, config, IdTable.rowNumbers(12), Arrays.copyOf(CLUSTERS, 12), null);
    assertThat(rows.get(0).cluster()).isZero();
    assertThat(find(rows, "terms", "emu", 0).value()).isEqualTo(1.0);
    assertThat(find(rows, "terms", "emu", 0).difference()).isCloseTo(1.0 / 3, within(1e-12));
    assertThat(find(rows, "terms", "cat", 1).value()).isEqualTo(1.0);
    assertThat(find(rows, "terms", "dog", 1).effect()).isZero();
  }

  @Test
  void termsThatAreNeitherColumnNorFileAreRefused() {
    assertThatThrownBy(() -> profiles("input.features.terms=nowhere.txt"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("input.features.terms = nowhere.txt is no column")
        .hasMessageContaining("set input.features.vector, or leave terms out");
    assertThatThrownBy(() -> profiles("input.features.terms=words"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column words (input.features.terms) has type string");
  }

  @Test
  void classesOfATruthHaveShares() {
    int[] labels = new int[N];
    for (int i = 0; i < N; i++) {
      labels[i] = i == 1 ? -1 : i % 2;
    }
    Labeling truth = new Labeling(labels, new String[] {"even", "odd"});
    List<ProfileRow> rows = ClassShares.of(CLUSTERS, truth);
    assertThat(find(rows, "truth", "even", 0).value()).isEqualTo(20.0 / 39);
    ClusterProfiles section = ProfileSection.of(rows, 2, CLUSTERS, truth);
    assertThat(section.lines()).isEmpty();
    assertThat(section.classes().counts()).isDeepEqualTo(new long[][] {{20, 19}, {10, 10}});
  }

  @Test
  void theReportSaysInWordsWhatSetsAClusterApart() {
    ClusterProfiles section = ProfileSection.of(profiles(), 2, CLUSTERS, null);
    assertThat(section.said().get(1)).contains("income 1,000,047 (all points 1,000,011)");
    assertThat(section.lines())
        .filteredOn(line -> line.name().equals("plan = plus"))
        .singleElement()
        .satisfies(line -> assertThat(line.cells().get(1).words()).isEqualTo("far below all"));
  }

  @Test
  void aLargeTableIsSampledEvenly() {
    int[] clusters = new int[10_000];
    for (int i = 0; i < clusters.length; i++) {
      clusters[i] = i < 9_900 ? 0 : 1;
    }
    ProfileSample sample = ProfileSample.of(clusters, 10, 10_000);
    int[] counts = new int[3];
    for (int i = 0; i < clusters.length; i++) {
      for (int group : sample.groups(i)) {
        counts[group + 1]++;
      }
    }
    assertThat(counts).containsExactly(1000, 500, 100);
  }

  @Test
  void pointsAreShownByTheFirstTextsThatAreNoFeatures() {
    List<String> points = List.of("p07", "p00");
    assertThat(ShownTexts.byId(spark, config().report(), IDS, points))
        .isEqualTo(Map.of("p07", "name of 7 · w", "p00", "name of 0 · w"));
    assertThat(
            ShownTexts.byId(
                spark, config("report.show=[plan, income]").report(), IDS, List.of("p03", "p07")))
        .containsEntry("p03", PLAN[3] + " · " + INCOME[3])
        .containsEntry("p07", PLAN[7]);
    assertThatThrownBy(
            () -> ShownTexts.byId(spark, config("report.show=nam").report(), IDS, points))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("there is no column nam (report.show), did you mean name?");
  }
}
