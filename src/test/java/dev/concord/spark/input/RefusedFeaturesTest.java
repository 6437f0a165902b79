package dev.concord.spark.input;

import static dev.concord.spark.input.InputFiles.features;
import static dev.concord.spark.input.InputFiles.table;
import static dev.concord.spark.input.InputFiles.vectors;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.input.features.FeatureReader;
import dev.concord.testing.SparkTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("spark")
class RefusedFeaturesTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private static void refused(FeaturesConfig config, String message) {
    assertThatThrownBy(() -> new FeatureReader(spark).read(config, 0))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input.features")
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").doesNotContain("\tat "));
  }

  /** Tables with {@code |} for a new line; {@code id} is the id column, - for none. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      value = {
        "id,x|1,2|2,3|1,4|1,5|2,6 ~ id ~ id 1 stands in 3 rows (column id), and 1 more ids are repeated; every point needs its own id, so remove the repeated rows or name another id column",
        "id,x|a,2|b,3|a,4 ~ id ~ id a stands in 2 rows (column id); every point",
        "id,x|1,2|,3|3,4 ~ id ~ 1 row has no id (column id is null); every point needs its own id, so fill the column or remove the rows",
        "id,x|1,2|2,NaN ~ id ~ 1 feature value is not a finite number: id 2, column x is NaN; every feature of every point must be one, so fill the gaps (input.features.missing), put those rows aside (input.quarantine) or leave out the columns",
        "id,x,y|1,2,Inf|2,-Inf,|3,,NaN ~ id ~ 5 feature values are not a finite number: id 1, column y is Infinity; id 2, column x is -Infinity; id 2, column y is null; and 2 more; every",
        "x|1|NaN ~ - ~ 1 feature value is not a finite number: row 1, column x is NaN",
        "id,x,name|1,2,a|2,3,b ~ id ~ column name (string) is not numeric: 2 of its 2 values are no numbers, the first 'a' in the row of id 1; features are numbers or true/false, so correct the values or list the feature columns in input.features.columns",
        "id,day,name|1,2024-01-01,a ~ id ~ columns day (date), name (string) are not numeric: in name its only value is no number, 'a' in the row of id 1;",
        "ID,x|a,1|b,2 ~ - ~ column ID (string) is not numeric: 2 of its 2 values are no numbers, the first 'a' in row 0; features are numbers or true/false, so set input.features.id = \"ID\" if it names the points; else correct the values or list the feature columns in input.features.columns, or name columns of categories in input.features.categories",
        "shop_id,x|a,1|b,2 ~ - ~ so set input.features.id = \"shop_id\" if it names the points; else correct",
        "grid,x|a,1|b,2 ~ - ~ the first 'a' in row 0; features are numbers or true/false, so correct the values",
        "id,x|1,n/a|2,3 ~ id ~ in input.features.columns, or set input.features.options { nullValue = \"n/a\" } if that stands for a missing value",
        "id,x ~ id ~ the table has no rows; give at least one point",
        "x| ~ - ~ the table has no rows; give at least one point",
        "id|1|2 ~ id ~ there is no feature column beside the id id; a table of features needs at least one numeric column",
        "ident,x|1,2 ~ id ~ there is no column id (input.features.id), did you mean ident?; the table has ident, x",
        "id , x|1,2 ~ id ~ there is no column id (input.features.id), did you mean 'id '?; the table has 'id ', ' x'",
        "key,x|1,2 ~ identification ~ there is no column identification (input.features.id); the table has key, x",
      })
  void badTables(String text, String id, String message) {
    String csv = write(folder, "bad.csv", text.replace('|', '\n') + "\n");
    refused(features("csv", id.equals("-") ? null : id, csv), message);
  }

  @Test
  void severalWordsAmongNumbersAreNotOneMissingValue() {
    String csv = write(folder, "words.csv", "id,x\n1,n/a\n2,3\n3,-\n");
    assertThatThrownBy(() -> new FeatureReader(spark).read(features("csv", "id", csv), 0))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("list the feature columns in input.features.columns");
  }

  @Test
  void idsOfAnotherTypeAreRefused() {
    String path = write(folder, "p.json", "{\"id\":1.5,\"x\":1}\n");
    refused(
        features("json", "id", path),
        "column id (input.features.id) has type double; ids are whole numbers (up to 64 bits) or strings, so cast the column or name another one");
  }

  @Test
  void columnsThatCannotServeAreRefused() {
    String path = write(folder, "p.csv", "id,width,name\n1,2,a\n");
    TableConfig key = table("input.features", "csv", path);
    refused(
        new FeaturesConfig(key, "id", List.of("widht"), null),
        "there is no column widht (input.features.columns), did you mean width?; the table has id, width, name");
    refused(
        new FeaturesConfig(key, "id", List.of("name"), null),
        "column name (string) is not numeric: its only value is no number, 'a' in the row of id 1; features are numbers or true/false, so correct the values or leave the column out of input.features.columns");
    refused(
        new FeaturesConfig(key, "id", List.of("width", "WIDTH"), null),
        "column width is listed twice in input.features.columns; list it once");
    refused(
        new FeaturesConfig(key, "id", List.of("width"), "name"),
        "both columns and vector = name are given; keep one of input.features.columns and input.features.vector");
    refused(
        vectors("csv", "id", "name", path),
        "column name (input.features.vector) has type string; it must hold Spark ML vectors or arrays of numbers");
  }

  @Test
  void vectorsThatDoNotFitAreRefused() {
    StructType schema =
        new StructType()
            .add("id", DataTypes.LongType)
            .add("v", DataTypes.createArrayType(DataTypes.DoubleType));
    refused(
        vectors("parquet", "id", "v", arrays("lengths", schema, List.of(1.0, 2.0), List.of(1.0))),
        "the vectors in column v have different lengths: 1 (1 rows, first id 1), 2 (1 rows, first id 0); all points need the same features, so pad or drop the odd ones");
    refused(
        vectors("parquet", "id", "v", arrays("null", schema, List.of(1.0), null)),
        "1 feature value is not a finite number: id 1 has no v (null); every");
    refused(
        vectors("parquet", "id", "v", arrays("holes", schema, Arrays.asList(1.0, null))),
        "id 0, column v[1] is null; every");
    refused(
        vectors("parquet", "id", "v", arrays("empty", schema, List.of())),
        "column v holds no features: its vectors have length 0");
    refused(
        features("parquet", "id", arrays("unnamed", schema, List.of(1.0))),
        "column v (array<double>) is not numeric; features are numbers or true/false, so set input.features.vector = v, or list");
  }

  private String arrays(String name, StructType schema, List<?>... vectors) {
    Row[] rows = new Row[vectors.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = RowFactory.create((long) i, vectors[i]);
    }
    String path = "file:" + folder.resolve(name);
    spark.createDataFrame(Arrays.asList(rows), schema).write().parquet(path);
    return path;
  }

  @Test
  void whatCannotBeReadIsRefusedInPlainWords() {
    String gone = "file:" + folder.resolve("gone.csv");
    refused(
        features("csv", "id", gone),
        "there is no file or folder at " + gone + "; check input.features.path");
    String text = write(folder, "text.parquet", "this is not a Parquet file at all\n");
    refused(features("parquet", "id", text), "text.parquet is not a Parquet file");
    String path = write(folder, "p.csv", "id,x\n1,2\n");
    refused(
        features("cvs", "id", path),
        "format = cvs is not a Spark data source here; use csv, parquet, json, orc, libsvm or idx, or put the source's jar on Spark's classpath");
    refused(features("csv", "id", "nosuch:/a/b.csv"), "No FileSystem for scheme \"nosuch\"");
    write(folder, "void/_hidden", "x");
    refused(
        features("parquet", "id", "file:" + folder.resolve("void")),
        "no data files of format parquet were found there");
    byte[] packed =
        InputFiles.gzip("id,x\n1,2\n3,4\n".repeat(1000).getBytes(StandardCharsets.US_ASCII));
    String cut = write(folder, "cut.csv.gz", Arrays.copyOf(packed, packed.length / 2));
    refused(features("csv", "id", cut), "the file ends too early");
    String svm = write(folder, "bad.svm", "1 1:2 x:3\n");
    refused(features("libsvm", null, svm), "the table cannot be read");
    assertThatThrownBy(
            () ->
                new FeatureReader(spark)
                    .read(
                        new FeaturesConfig(
                            new TableConfig(
                                "input.features",
                                "csv",
                                List.of(path),
                                Map.of("schema", "id strange, x double")),
                            "id",
                            List.of(),
                            null),
                        0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("STRANGE");
  }

  @Test
  void rowsThatCannotBeNumberedAreRefused() {
    String path = write(folder, "p.csv", "x\n1\n");
    refused(
        features("csv", null, path, "file:" + folder),
        "p.csv is read twice, which gives its rows two numbers; list every file once");
    String source = TwoRowSource.class.getName();
    refused(
        new FeaturesConfig(table("input.features", source), null, List.of("x"), null),
        "no id column is named, and rows of format "
            + source
            + " have no order of their own to number them by; name the column of ids as input.features.id");
  }

  @Test
  void aTableThatChangesBetweenTwoPassesIsRefused() {
    TableConfig key =
        new TableConfig(
            "input.features", TwoRowSource.class.getName(), List.of(), Map.of("restless", "true"));
    refused(
        new FeaturesConfig(key, "id", List.of(), null),
        "the table changed while it was read: the second pass over it found other rows than the first; keep its files still, or write it to a Parquet table first");
  }

  @Test
  void filesOfATableNeedTheSameColumns() {
    for (String format : List.of("parquet", "orc")) {
      String all = folder.resolve(format).toString();
      spark.sql("select 0L as id, 1.0D as x").write().format(format).save(all);
      spark
          .sql("select 1L as id, 2.0D as x, 3.0D as y")
          .write()
          .mode("append")
          .format(format)
          .save(all);
      refused(features(format, "id", all), "all files of a table need the same columns");
      refused(features(format, "id", all), "id, x, y");
      Map<String, String> merged = Map.of("mergeSchema", "true");
      refused(
          new FeaturesConfig(
              new TableConfig("input.features", format, List.of(all), merged),
              "id",
              List.of(),
              null),
          "column y is null");
    }
  }

  @Test
  void aColumnOfFoldersThatBecomesAFeatureIsNamed() {
    for (String format : List.of("parquet", "csv")) {
      String all = folder.resolve(format).toString();
      spark
          .sql("select id, double(id) as x, 2020 + id as year from range(4)")
          .write()
          .option("header", "true")
          .partitionBy("year")
          .format(format)
          .save(all);
      List<String> warnings = new ArrayList<>();
      FeatureReader reader = new FeatureReader(spark, Quarantine.NONE, warnings::add);
      assertThat(reader.read(features(format, "id", all), 0).columns())
          .containsExactly("x", "year");
      assertThat(warnings)
          .containsExactly(
              "Column year of input.features comes from the names of folders (year=...) and is used"
                  + " as a feature; if it is none, list the others in input.features.columns.");
    }
  }

  @Test
  void wholeNumbersThatDoublePrecisionRoundsAreCounted() {
    String large =
        write(
            folder,
            "large.csv",
            """
            id,x,y,z
            1,9007199254740993,1e300,9007199254740992
            2,9007199254740995,2.5,5
            3,5,3,6
            """);
    List<String> warnings = new ArrayList<>();
    FeatureReader reader = new FeatureReader(spark, Quarantine.NONE, warnings::add);
    assertThat(reader.read(features("csv", "id", large), 0).n()).isEqualTo(3);
    assertThat(warnings)
        .containsExactly(
            "Column x of input.features has 2 numbers beyond 2^53, which double precision rounds; if"
                + " they are ids, name the column in input.features.id or leave it out of"
                + " input.features.columns.");
  }
}
