package dev.concord.spark.input.features;

import static dev.concord.spark.input.InputFiles.features;
import static dev.concord.spark.input.InputFiles.table;
import static dev.concord.spark.input.InputFiles.values;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TextFormats;
import dev.concord.error.InputException;
import dev.concord.graph.features.MissingRule;
import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of thousands of columns hold the values that Spark reads in a narrow one. */
@Tag("spark")
class WideTablesTest {
  private static final int COLUMNS = 2_100;

  /** The first fields of the rows; the rest is filled with numbers. */
  private static final List<String> FIRST =
      List.of("007,1.5,true,-3,1e-7", "x y,NaN,false,12345678901,.5", "\"a,b\",-Inf,TRUE,0,+2");

  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private static String header() {
    return "id,"
        + IntStream.range(0, COLUMNS).mapToObj(c -> "c" + c).collect(Collectors.joining(","));
  }

  private static String line(String first) {
    int given = first.replaceAll("\"[^\"]*\"", "").split(",", -1).length - 1;
    return first
        + IntStream.range(given, COLUMNS).mapToObj(c -> "," + c).collect(Collectors.joining());
  }

  private static FeatureTable read(FeaturesConfig config) {
    return new FeatureReader(spark).read(config, 0);
  }

  private static FeaturesConfig filling(String path) {
    return new FeaturesConfig(
        table("input.features", "csv", path),
        "id",
        List.of(),
        null,
        List.of(),
        TextFormats.NONE,
        MissingRule.MEAN,
        null,
        null);
  }

  private String csv(String name, List<String> lines) {
    return write(folder, name, String.join("\n", lines) + "\n");
  }

  @Test
  void wideCsvHoldsWhatSparkReadsInItsFirstColumns() {
    List<String> narrow = new ArrayList<>(List.of("id,c0,c1,c2,c3"));
    List<String> wide = new ArrayList<>(List.of(header()));
    for (String first : FIRST) {
      String finite = first.replace("NaN", "").replace("-Inf", "-9");
      narrow.add(finite);
      wide.add(line(finite));
    }
    FeatureTable few = read(filling(csv("narrow.csv", narrow)));
    FeatureTable many = read(filling(csv("wide.csv", wide)));
    assertThat(many.ids().size()).isEqualTo(3);
    assertThat(many.dim()).isEqualTo(COLUMNS);
    double[][] expected = values(few);
    double[][] found = values(many);
    for (int p = 0; p < 3; p++) {
      assertThat(many.ids().id(p)).isEqualTo(few.ids().id(p));
      assertThat(Arrays.copyOf(found[p], 4)).containsExactly(expected[p]);
      assertThat(found[p][COLUMNS - 1]).isEqualTo(COLUMNS - 1);
    }
  }

  @Test
  void everyFileOfAWideTableHasItsHeader() {
    csv("t1.csv", List.of("\uFEFF" + header(), line("b,1")));
    csv("t2.csv", List.of("", header(), line("a,2")));
    FeatureTable read = read(features("csv", "id", "file:" + folder + "/t*.csv"));
    assertThat(read.ids().id(0)).isEqualTo("a");
    assertThat(values(read)[0][0]).isEqualTo(2);
    assertThat(values(read)[1][0]).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,red|column c0 (string) is not numeric",
        "a,NaN|id a, column c0 is NaN",
        "a,-Inf|id a, column c0 is -Infinity",
        "a,|id a, column c0 is null",
        "b,1|id b stands in 2 rows",
        ",1|1 row has no id"
      })
  void faultsOfAWideTableAreRefusedAsInANarrowOne(String first, String message) {
    String path = csv("faults.csv", List.of(header(), line("b,1"), line("c,2"), line(first)));
    assertThatThrownBy(() -> read(features("csv", "id", path)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aWideRowWithMoreFieldsThanTheHeaderIsRefused() {
    String path = csv("more.csv", List.of(header(), line("b,1"), line("a,2") + ",3"));
    assertThatThrownBy(() -> read(features("csv", "id", path)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("more.csv");
  }

  @Test
  void aWideFileOfManySplitsHoldsEveryRowOnce() {
    List<StructField> fields = new ArrayList<>();
    fields.add(DataTypes.createStructField("id", DataTypes.LongType, true));
    for (int c = 0; c < COLUMNS; c++) {
      fields.add(DataTypes.createStructField("c" + c, DataTypes.DoubleType, true));
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      Object[] row = new Object[COLUMNS + 1];
      Arrays.fill(row, i + 0.5);
      row[0] = (long) i;
      rows.add(RowFactory.create(row));
    }
    String path = "file:" + folder.resolve("splits");
    spark
        .createDataFrame(rows, DataTypes.createStructType(fields))
        .coalesce(1)
        .write()
        .option("parquet.block.size", 1 << 20)
        .parquet(path);
    String most = "spark.sql.files.maxPartitionBytes";
    String before = spark.conf().get(most);
    spark.conf().set(most, "100000");
    try {
      FeatureTable read = read(features("parquet", "id", path));
      assertThat(read.ids().size()).isEqualTo(400);
      double[][] found = values(read);
      for (int i = 0; i < 400; i++) {
        assertThat(found[i]).containsOnly(i + 0.5);
      }
    } finally {
      spark.conf().set(most, before);
    }
  }

  @Test
  void wideParquetHoldsEveryNumericType() {
    List<DataType> types =
        List.of(
            DataTypes.DoubleType,
            DataTypes.FloatType,
            DataTypes.LongType,
            DataTypes.IntegerType,
            DataTypes.ShortType,
            DataTypes.ByteType,
            DataTypes.BooleanType);
    List<Object> values = List.of(-1.25, 0.5f, 1L << 40, -7, (short) -300, (byte) -2, true);
    double[] expected = {-1.25, 0.5, 0x1p40, -7, -300, -2, 1};
    List<StructField> fields = new ArrayList<>();
    fields.add(DataTypes.createStructField("id", DataTypes.IntegerType, true));
    Object[] row = new Object[COLUMNS + 1];
    row[0] = 5;
    for (int c = 0; c < COLUMNS; c++) {
      fields.add(DataTypes.createStructField("c " + c, types.get(c % types.size()), true));
      row[c + 1] = values.get(c % types.size());
    }
    Object[] other = row.clone();
    other[0] = 3;
    other[1] = null;
    String path = "file:" + folder.resolve("wide");
    spark
        .createDataFrame(
            List.<Row>of(RowFactory.create(row), RowFactory.create(other)),
            DataTypes.createStructType(fields))
        .write()
        .parquet(path);
    FeaturesConfig config = features("parquet", "id", path);
    assertThatThrownBy(() -> read(config)).hasMessageContaining("id 3, column c 0 is null");
    FeaturesConfig filled =
        new FeaturesConfig(
            config.table(),
            "id",
            List.of(),
            null,
            List.of(),
            TextFormats.NONE,
            MissingRule.MEDIAN,
            null,
            null);
    FeatureTable read = read(filled);
    assertThat(read.ids().id(0)).isEqualTo(3L);
    for (double[] found : values(read)) {
      for (int c = 0; c < COLUMNS; c++) {
        assertThat(found[c]).isEqualTo(expected[c % expected.length]);
      }
    }
  }
}
