package dev.concord.spark.input.features;

import static dev.concord.spark.input.InputFiles.table;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TextFormats;
import dev.concord.graph.features.MissingRule;
import dev.concord.spark.graph.CollectedRows;
import dev.concord.spark.input.Quarantine;
import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("spark")
class FormattedFeaturesTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void session() {
    spark = SparkTest.session();
  }

  private static FeaturesConfig config(
      String format, List<String> columns, TextFormats formats, MissingRule missing, String path) {
    return new FeaturesConfig(
        table("input.features", format, path),
        "id",
        columns,
        null,
        List.of(),
        formats,
        missing,
        null,
        null);
  }

  private static double[] row(FeatureTable table, int point) {
    return CollectedRows.of(table.panels(), new int[] {point}).get(point);
  }

  private String sales(String price) {
    return write(
        folder,
        "sales.csv",
        "id,signup,price,share,n\n1,02.01.1970,\"$1,234.50\",\"12,5 %\",7\n2,03.01.1970,"
            + price
            + ",50 %,8\n");
  }

  private static final TextFormats FORMATS =
      new TextFormats(Map.of("signup", "dd.MM.yyyy"), Map.of("price", ".", "share", ","));

  @Test
  void datesAndWrittenNumbersAreFeaturesInTheOrderOfTheTable() {
    FeatureTable table =
        new FeatureReader(spark)
            .read(config("csv", List.of(), FORMATS, MissingRule.REFUSE, sales("$3")), 0);
    assertThat(table.columns()).containsExactly("signup", "price", "share", "n");
    assertThat(row(table, 0)).containsExactly(1.0, 1234.5, 0.125, 7.0);
    assertThat(row(table, 1)).containsExactly(2.0, 3.0, 0.5, 8.0);
  }

  @Test
  void theyNeedNotBeListed() {
    TextFormats dates = new TextFormats(Map.of("signup", "dd.MM.yyyy"), Map.of());
    FeatureTable table =
        new FeatureReader(spark)
            .read(config("csv", List.of("n"), dates, MissingRule.REFUSE, sales("$3")), 0);
    assertThat(table.columns()).containsExactly("n", "signup");
    assertThat(row(table, 1)).containsExactly(8.0, 2.0);
  }

  @Test
  void aMissingOneIsFilledAndAWrongOneRefusedWhateverIsMissing() {
    FeatureTable filled =
        new FeatureReader(spark)
            .read(config("csv", List.of(), FORMATS, MissingRule.MEAN, sales("")), 0);
    assertThat(row(filled, 1)[1]).isEqualTo(1234.5);
    for (MissingRule rule : MissingRule.values()) {
      assertThatThrownBy(
              () ->
                  new FeatureReader(spark)
                      .read(config("csv", List.of(), FORMATS, rule, sales("3 apples")), 0))
          .as(rule.name())
          .hasMessageContaining("id 2, column price is no number such as 1,234.50: '3 apples'");
    }
  }

  @Test
  void aWrongOneIsListedWithItsRow() {
    Quarantine listing = Quarantine.listing();
    FeaturesConfig config =
        config("csv", List.of(), FORMATS, MissingRule.REFUSE, sales("3 apples"));
    assertThat(new FeatureReader(spark, listing).read(config, 0).n()).isEqualTo(1);
  }

  @Test
  void datesOfATypeAreRead() {
    String path = folder.resolve("typed").toString();
    spark
        .sql(
            "select 1 as id, date'1970-01-03' as day, timestamp'1970-01-02 12:00:00 UTC' as instant,"
                + " timestamp_ntz'1970-01-02 06:00:00' as local, cast(null as date) as none"
                + " union all select 2, date'1970-01-01', timestamp'1970-01-01 00:00:00 UTC',"
                + " timestamp_ntz'1970-01-01 00:00:00', date'1970-01-11'")
        .write()
        .parquet(path);
    TextFormats dates =
        new TextFormats(
            Map.of("day", "iso", "instant", "iso", "local", "iso", "none", "iso"), Map.of());
    FeatureTable table =
        new FeatureReader(spark)
            .read(config("parquet", List.of(), dates, MissingRule.MEDIAN, path), 0);
    assertThat(table.columns()).containsExactly("day", "instant", "local", "none");
    assertThat(row(table, 0)).containsExactly(2.0, 1.5, 1.25, 10.0);
  }

  @Test
  void columnsOfOtherTypesAreRefused() {
    String path = folder.resolve("other").toString();
    spark.sql("select 1 as id, 2 as n, array('a') as words").write().parquet(path);
    TextFormats formats = new TextFormats(Map.of("n", "iso"), Map.of("words", "."));
    assertThatThrownBy(
            () ->
                new FeatureReader(spark)
                    .read(config("parquet", List.of(), formats, MissingRule.REFUSE, path), 0))
        .hasMessageContaining("column n (input.features.dates) has type int");
  }

  @Test
  void theRefusalOfTextNamesTheKeyThatReadsIt() {
    String path = sales("$3");
    TextFormats none = TextFormats.NONE;
    assertThatThrownBy(
            () ->
                new FeatureReader(spark)
                    .read(config("csv", List.of("price"), none, MissingRule.REFUSE, path), 0))
        .hasMessageContaining("name the column in input.features.numbers");
    String days = write(folder, "days.csv", "id,day\n1,2024-01-01\n2,2024-01-02\n");
    assertThatThrownBy(
            () ->
                new FeatureReader(spark)
                    .read(config("csv", List.of("day"), none, MissingRule.REFUSE, days), 0))
        .hasMessageContaining("name columns of dates in input.features.dates");
  }
}
