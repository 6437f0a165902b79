package dev.concord.spark.init;

import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.graph.features.MissingRule;
import dev.concord.spark.input.features.FeatureReader;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.testing.SparkTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What init makes of tables as people have them; each is then read by what it wrote. */
@Tag("spark")
class ConfigDraftTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void session() {
    spark = SparkTest.session();
  }

  private String text = "";

  private ConcordConfig draft(String points, @Nullable String pairs) {
    ConfigDraft.Request request = new ConfigDraft.Request(points, pairs, "3");
    text = ConfigDraft.of(spark, request).text();
    return ConfigLoader.load(text, "draft", List.of());
  }

  private FeaturesConfig features(String points) {
    return Objects.requireNonNull(draft(points, null).input().features());
  }

  private static FeatureTable read(FeaturesConfig config) {
    return new FeatureReader(spark).read(config, 0);
  }

  /** 60 customers: every kind of column at once, in the order of the format's arguments. */
  private static String customers(String header, String row) {
    StringBuilder table = new StringBuilder(header).append('\n');
    for (int i = 0; i < 60; i++) {
      table.append(
          String.format(
              Locale.ROOT,
              row + "%n",
              1000 + i * 7,
              20 + i % 40,
              i % 5 == 3 ? "" : "3" + i,
              1 + i % 28,
              1 + i % 12,
              i % 2 == 0 ? "gold" : "basic"));
    }
    return table.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "id, 1, false, 1 and 60",
    "id, 1, true, 1 and 60",
    "customer_id, 2, true, 2 rows repeat",
    "customer_id, 2, false, ''",
    "postal_code, 2, true, ''",
    "age, 1, true, ''",
    "id, 20, false, ''"
  })
  void anIdThatStandsTwiceIsNotLeftOutUnseen(
      String name, int repeated, boolean paired, String said) {
    StringBuilder table = new StringBuilder("x," + name + ",y\n");
    for (int i = 0; i < 60 + repeated; i++) {
      int row = i < 60 ? i : i - 59;
      table.append(i % 7).append(".5,c").append(row).append(',').append(i % 11).append(".25\n");
    }
    String points = write(folder, name + repeated + ".csv", table.toString());
    String pairs =
        paired ? write(folder, "judged.csv", "first,second,kind\n3,4,must-link\n") : null;
    if (said.isEmpty()) {
      FeaturesConfig read = Objects.requireNonNull(draft(points, pairs).input().features());
      assertThat(read.id()).isNull();
    } else {
      assertThatThrownBy(() -> draft(points, pairs))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(
              "column " + name + " seems to name the points, but c1 stands in rows 1 and 60")
          .hasMessageContaining(said)
          .hasMessageContaining("remove or rename the repeated rows");
    }
  }

  @Test
  void mixedColumnsAreSortedAndTheConfigurationReadsTheTable() {
    String path =
        write(
            folder,
            "customers.csv",
            customers(
                "customer_id,age,income,signup,spend,share,plan,note,country,row",
                "K%1$d,%2$d,%3$s,2023-%5$02d-%4$02d,\"$%2$d,%2$d0.50\",%2$d.5 %%,%6$s,"
                    + "he said %1$d and she %4$d,DE,%1$d00000"));
    FeaturesConfig config = features(path);
    assertThat(config.id()).isEqualTo("customer_id");
    assertThat(config.columns()).containsExactly("age", "income", "row");
    assertThat(config.formats().dates()).isEqualTo(Map.of("signup", "iso"));
    assertThat(config.formats().numbers()).isEqualTo(Map.of("spend", ".", "share", "."));
    assertThat(config.categories()).containsExactly("plan");
    assertThat(config.missing()).isEqualTo(MissingRule.MEDIAN);
    assertThat(text)
        .contains("# Left out: note: free text.", "# Left out: country: it has one value.")
        .contains("Values are missing in income (12)")
        .contains("report.show = [note]", "label.show = [note]")
        .contains("output.path = \"customers-clusters\"");
    FeatureTable table = read(config);
    assertThat(table.columns())
        .containsExactly("age", "income", "row", "signup", "share", "spend", "plan");
    assertThat(table.n()).isEqualTo(60);
  }

  @Test
  void whatStandsForMissingValuesDependsOnTheColumn() {
    String[][] cases = {
      {"", "gold", "age (6): the median"},
      {"30", "", "plan (6): a category of its own"},
      {"", "", "age (6), plan (6): the median of numbers, a category of its own among categories"}
    };
    for (String[] one : cases) {
      StringBuilder table = new StringBuilder("id,age,plan\n");
      for (int i = 0; i < 60; i++) {
        String age = i % 10 == 3 ? one[0] : String.valueOf(20 + i % 40);
        String plan = i % 10 == 3 ? one[1] : i % 2 == 0 ? "gold" : "basic";
        table.append("k").append(i).append(',').append(age).append(',').append(plan).append('\n');
      }
      String path = write(folder, "missing.csv", table.toString());
      ConfigDraft draft = ConfigDraft.of(spark, new ConfigDraft.Request(path, null, "3"));
      assertThat(draft.found())
          .contains(Map.entry("Missing", one[2] + " (input.features.missing)"));
    }
  }

  @Test
  void semicolonsDecimalCommasLatinOneAndGermanDates() {
    String german =
        customers(
            "Kundennr;Größe;Einkommen;Geburtsdatum;Umsatz;Tarif",
            "%1$d;1,%2$d;%3$s;%4$02d.%5$02d.1980;1.%2$d0,50 €;%6$s");
    byte[] bytes =
        german.replace("gold", "Größer").replace("€", "EUR").getBytes(StandardCharsets.ISO_8859_1);
    String path = write(folder, "kunden.csv", bytes);
    FeaturesConfig config = features(path);
    assertThat(config.table().options()).isEqualTo(Map.of("sep", ";", "encoding", "ISO-8859-1"));
    assertThat(config.id()).isEqualTo("Kundennr");
    assertThat(config.columns()).containsExactly("Einkommen");
    assertThat(config.formats().dates()).isEqualTo(Map.of("Geburtsdatum", "dd.MM.yyyy"));
    assertThat(config.formats().numbers()).isEqualTo(Map.of("Größe", ",", "Umsatz", ","));
    assertThat(config.categories()).containsExactly("Tarif");
    assertThat(read(config).dim()).isEqualTo(6);
  }

  @Test
  void namesThatTellPeopleApartAreShownAndNoFeature() {
    StringBuilder table = new StringBuilder("no,Full Name,plan name,age\n");
    for (int i = 0; i < 60; i++) {
      table.append(
          "k%d,Ann %c,%s,%d\n".formatted(i, 'A' + i % 20, i % 2 == 0 ? "a" : "b", 20 + i % 9));
    }
    FeaturesConfig config = features(write(folder, "people.csv", table.toString()));
    assertThat(config.columns()).containsExactly("age");
    assertThat(config.categories()).containsExactly("plan name");
    assertThat(text)
        .contains("report.show = [\"Full Name\"]")
        .contains("Left out: Full Name: names")
        .contains("output.format = csv");
  }

  @Test
  void withoutAnIdPointsAreRowsAndWithoutAHeaderColumnsAreNumbers() {
    FeaturesConfig noId = features(write(folder, "a.csv", "x,y\n1.5,2\n2.5,2\n1.5,3\n"));
    assertThat(noId.id()).isNull();
    assertThat(noId.columns()).containsExactly("x", "y");
    assertThat(text).contains("named by their row number");
    FeaturesConfig noHeader = features(write(folder, "b.csv", "1.5\t2\n2.5\t2\n1.5\t3\n"));
    assertThat(noHeader.table().options()).isEqualTo(Map.of("sep", "\\t", "header", "false"));
    assertThat(noHeader.columns()).containsExactly("_c0", "_c1");
    assertThat(read(noHeader).n()).isEqualTo(3);
  }

  @Test
  void ofTwoIdsTheNamedOneIsTakenOrTheOneOfThePairs() {
    String path = write(folder, "two.csv", "sku,id,x\nA1,7,1\nB2,8,2\nC3,9,3\nD4,10,3\n");
    assertThat(features(path).id()).isEqualTo("id");
    assertThat(text).contains("# Left out: sku: every row has another, as keys have.");
    String pairs = write(folder, "pairs.csv", "left,right,verdict\nA1,B2,match\nC3,D4,no match\n");
    ConcordConfig config = draft(path, pairs);
    assertThat(Objects.requireNonNull(config.input().features()).id()).isEqualTo("sku");
    ConstraintsConfig read = Objects.requireNonNull(config.input().constraints());
    assertThat(List.of(read.first(), read.second(), read.kind()))
        .containsExactly("left", "right", "verdict");
    assertThat(read.words().kind("match")).isEqualTo("must-link");
    assertThat(read.words().kind("no match")).isEqualTo("cannot-link");
  }

  @Test
  void wordsThatMayMeanEitherAreLeftToThePerson() {
    String path = write(folder, "p.csv", "id,x\n1,1\n2,2\n3,2\n");
    String pairs = write(folder, "q.csv", "first,second,kind\n1,2,alpha\n2,3,same\n");
    ConfigDraft draft = ConfigDraft.of(spark, new ConfigDraft.Request(path, pairs, "auto"));
    assertThat(draft.text()).contains("To be put into one of the two lists: alpha");
    assertThat(draft.found().toString()).contains("input.constraints.words").contains("alpha");
  }

  @Test
  void aWordForMissingValuesClassesCodesAndPaddedNumbersAreSeen() {
    String path =
        write(
            folder,
            "m.csv",
            "id,x,class,zip,y\n1, 1,a,01234,3\n2, 2,b,01235,n/a\n3, 2,a,01236,4\n4, 5,b,01236,4\n");
    FeaturesConfig config = features(path);
    assertThat(config.columns()).containsExactly("x", "y");
    assertThat(config.table().options())
        .containsEntry("nullValue", "n/a")
        .containsEntry("ignoreLeadingWhiteSpace", "true");
    assertThat(config.missing()).isEqualTo(MissingRule.MEDIAN);
    assertThat(text).contains("# Left out: class: it is named like classes", "# Left out: zip:");
    assertThat(read(config).dim()).isEqualTo(2);
  }

  @Test
  void parquetAndFoldersAreLookedAtByTheirTypes() {
    String path = folder.resolve("typed").toString();
    spark
        .sql(
            "select id, id % 7 as x, date_add(date'2024-01-01', cast(id as int) % 9) as day,"
                + " cast(id % 2 as string) || 'k' as kind from range(40)")
        .coalesce(1)
        .write()
        .parquet(path);
    FeaturesConfig config = features(path);
    assertThat(config.table().format()).isEqualTo("parquet");
    assertThat(config.id()).isEqualTo("id");
    assertThat(config.columns()).containsExactly("x");
    assertThat(config.formats().dates()).isEqualTo(Map.of("day", "iso"));
    assertThat(config.categories()).containsExactly("kind");
    assertThat(read(config).dim()).isEqualTo(4);
    String vectors = folder.resolve("vectors").toString();
    spark.sql("select id, array(1.0D, 2.0D) as v from range(4)").write().parquet(vectors);
    assertThat(features(vectors).vector()).isEqualTo("v");
  }

  @Test
  void tablesWithoutFeaturesRowsOrFilesAreRefused() {
    refused("one.csv", "id,x\n1,5\n2,5\n", "x (it has one value)");
    refused("empty.csv", "id,x\n", "it has no rows");
    assertThatThrownBy(() -> features(folder.resolve("none.csv").toString()))
        .hasMessageContaining("the table of points: there is no file");
  }

  private void refused(String name, String table, String message) {
    String path = write(folder, name, table);
    assertThatThrownBy(() -> features(path)).hasMessageContaining(message);
  }
}
