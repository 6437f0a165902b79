package dev.concord.spark.input.features;

import static dev.concord.spark.input.InputFiles.features;
import static dev.concord.spark.input.InputFiles.table;
import static dev.concord.spark.input.InputFiles.values;
import static dev.concord.spark.input.InputFiles.vectors;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.spark.input.TwoRowSource;
import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
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
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class FeatureReaderTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private static FeatureTable read(FeaturesConfig config) {
    return new FeatureReader(spark).read(config, 0);
  }

  private String parquet(Dataset<Row> rows, String name) {
    String path = "file:" + folder.resolve(name);
    rows.write().parquet(path);
    return path;
  }

  @Test
  void csvColumnsBesideTheIdAreFeaturesAndRowsFollowTheSortedIds() {
    String path = write(folder, "points.csv", "x,id,flag\n0.1,30,true\n2.5,-7,false\n-3,4,true\n");
    FeatureTable table = read(features("csv", "id", path));
    assertThat(table.columns()).containsExactly("x", "flag");
    assertThat(table.ids().id(0)).isEqualTo(-7L);
    assertThat(table.ids().id(2)).isEqualTo(30L);
    assertThat(values(table)).isDeepEqualTo(new double[][] {{2.5, 0}, {-3, 1}, {0.1, 1}});
  }

  @Test
  void listedColumnsAreTakenInTheirOrderWhateverElseTheTableHolds() {
    String path = write(folder, "points.csv", "a,name,b,id\n1,x,2,0\n3,y,4,1\n");
    FeaturesConfig config =
        new FeaturesConfig(table("input.features", "csv", path), "id", List.of("b", "a"), null);
    assertThat(values(read(config))).isDeepEqualTo(new double[][] {{2, 1}, {4, 3}});
  }

  @Test
  void stringIdsAreSortedByUtf16AndKeepTheirZeros() {
    // U+1F600 sorts before U+FF5E in UTF-16 and after it in UTF-8.
    String path =
        write(folder, "points.csv", "id,x\n\uFF5E,1\n\uD83D\uDE00,2\n007,3\n7,4\n2024-01-01,5\n");
    FeatureTable table = read(features("csv", "id", path));
    List<Object> ids = new ArrayList<>();
    for (int i = 0; i < table.n(); i++) {
      ids.add(table.ids().id(i));
    }
    assertThat(ids).containsExactly("007", "2024-01-01", "7", "\uD83D\uDE00", "\uFF5E");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{3}, {5}, {4}, {2}, {1}});
  }

  @Test
  void aSchemaInTheOptionsIsTheReadersSchema() {
    String path = write(folder, "points.csv", "id,x\n2,1\n10,2\n");
    TableConfig key =
        new TableConfig(
            "input.features", "csv", List.of(path), Map.of("schema", "id string, x double"));
    FeatureTable table = read(new FeaturesConfig(key, "id", List.of(), null));
    assertThat(table.ids().id(0)).isEqualTo("10");
  }

  @Test
  void doublesThatSinglePrecisionWouldChangeAreKept() {
    String path = write(folder, "points.csv", "id,x,y\n0,0.1,3\n1,1e-300,4\n");
    FeatureTable table = read(features("csv", "id", path));
    assertThat(values(table)).isDeepEqualTo(new double[][] {{0.1, 3}, {1e-300, 4}});
    assertThat(table.panels().first().memory()).isEqualTo(4L * Double.BYTES);
  }

  @Test
  void vectorsAndArraysAreRead() {
    StructType schema =
        new StructType()
            .add("key", DataTypes.ShortType)
            .add("v", SQLDataTypes.VectorType())
            .add("a", DataTypes.createArrayType(DataTypes.IntegerType));
    List<Row> rows =
        List.of(
            RowFactory.create((short) 2, Vectors.dense(1, 2, 3), List.of(7, 8)),
            RowFactory.create(
                (short) 1, Vectors.sparse(3, new int[] {1}, new double[] {0.5}), List.of(9, 10)));
    String path = parquet(spark.createDataFrame(rows, schema), "vectors");
    FeatureTable vectors = read(vectors("parquet", "key", "v", path));
    assertThat(vectors.columns()).containsExactly("v");
    assertThat(values(vectors)).isDeepEqualTo(new double[][] {{0, 0.5, 0}, {1, 2, 3}});
    assertThat(values(read(vectors("parquet", "key", "a", path))))
        .isDeepEqualTo(new double[][] {{9, 10}, {7, 8}});
  }

  @Test
  void libsvmRowsAreNumberedInFileOrder() {
    String path = write(folder, "points.svm", "1 1:0.5 3:2\n-1 2:1\n1 1:4 2:5 3:6\n");
    FeatureTable table = read(features("libsvm", null, path));
    assertThat(table.ids().isRowNumbers()).isTrue();
    assertThat(values(table)).isDeepEqualTo(new double[][] {{0.5, 0, 2}, {0, 1, 0}, {4, 5, 6}});
  }

  @Test
  void wideSparseRowsBecomeSeveralPanels() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      text.append("1 ").append(i + 1).append(":2 100000:").append(i + 1).append('\n');
    }
    FeatureTable table = read(features("libsvm", null, write(folder, "wide.svm", text.toString())));
    assertThat(table.panels().getNumPartitions()).isEqualTo(2);
    double[][] rows = values(table);
    for (int i = 0; i < 300; i++) {
      assertThat(rows[i][i]).isEqualTo(2);
      assertThat(rows[i][99_999]).isEqualTo(i + 1);
    }
  }

  @Test
  void jsonAndOrcAreReadByTheirSparkNames() {
    String json = write(folder, "p.json", "{\"id\":1,\"x\":2.5}\n{\"id\":0,\"x\":1.5}\n");
    assertThat(values(read(features("json", "id", json))))
        .isDeepEqualTo(new double[][] {{1.5}, {2.5}});
    String orc = "file:" + folder.resolve("p.orc");
    spark.read().json(json).write().orc(orc);
    assertThat(values(read(features("orc", "id", orc))))
        .isDeepEqualTo(new double[][] {{1.5}, {2.5}});
  }

  @Test
  void rowsWithoutIdsAreNumberedByGivenPathThenNameThenPosition() {
    String b = write(folder, "in b/z one.csv", "x\n0\n1\n2\n");
    write(folder, "in b/a.csv", "x\n3\n");
    write(folder, "in b/B.csv", "x\n4\n5\n");
    String dir = "file:" + folder.resolve("in b");
    assertThat(values(read(features("csv", null, dir))))
        .isDeepEqualTo(new double[][] {{4}, {5}, {3}, {0}, {1}, {2}});
    String other = write(folder, "aa.csv", "x\n9\n");
    assertThat(values(read(features("csv", null, b, other))))
        .isDeepEqualTo(new double[][] {{0}, {1}, {2}, {9}});
    assertThat(values(read(features("csv", null, other, b))))
        .isDeepEqualTo(new double[][] {{9}, {0}, {1}, {2}});
  }

  @Test
  void rowNumbersDoNotDependOnHowFilesAreSplit() {
    StringBuilder text = new StringBuilder("x,y\n");
    for (int i = 0; i < 5_000; i++) {
      text.append(i).append(',').append(i * 0.1).append('\n');
    }
    String path = write(folder, "long.csv", text.toString());
    SparkSession small = spark.newSession();
    small.conf().set("spark.sql.files.maxPartitionBytes", "3000");
    small.conf().set("spark.sql.files.openCostInBytes", "0");
    FeatureTable split =
        new FeatureReader(small)
            .read(features("csv", null, path, write(folder, "a.csv", "x,y\n7,7\n")), 0);
    double[][] rows = values(split);
    assertThat(split.n()).isEqualTo(5_001);
    assertThat(split.panelRows()).isEqualTo(313);
    for (int i = 0; i < 5_000; i++) {
      assertThat(rows[i][0]).isEqualTo(i);
      assertThat(rows[i][1]).isEqualTo(i * 0.1);
    }
    assertThat(rows[5_000][0]).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void panelsDoNotDependOnThePartitionsOfTheInput(int partitions) {
    StructType schema =
        new StructType().add("id", DataTypes.StringType).add("x", DataTypes.DoubleType);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      rows.add(RowFactory.create("p" + i, i % 3 == 0 ? i : i + 0.1));
    }
    Collections.shuffle(rows, new Random(partitions));
    String path =
        parquet(spark.createDataFrame(rows, schema).repartition(partitions), "p" + partitions);
    FeatureTable table = new FeatureReader(spark).read(features("parquet", "id", path), 64);
    assertThat(table.panels().getNumPartitions()).isEqualTo(16);
    double[][] found = values(table);
    for (int row = 0; row < 1_000; row++) {
      int i = Integer.parseInt(table.ids().name(row).substring(1));
      assertThat(found[row][0]).isEqualTo(i % 3 == 0 ? i : i + 0.1);
    }
    assertThat(table.ids().name(1)).isEqualTo("p1");
    assertThat(table.ids().name(2)).isEqualTo("p10");
  }

  @Test
  void panelsStayInMemoryUntilReleased() {
    String path = write(folder, "points.csv", "id,x\n1,1\n2,2\n");
    FeatureTable table = read(features("csv", "id", path));
    assertThat(table.panels().getStorageLevel().useMemory()).isTrue();
    assertThat(spark.sparkContext().getPersistentRDDs().contains(table.panels().id())).isTrue();
    table.release();
    assertThat(spark.sparkContext().getPersistentRDDs().contains(table.panels().id())).isFalse();
  }

  @Test
  void anySparkSourceWithIdsIsRead() {
    FeatureTable table = read(features(TwoRowSource.class.getName(), "id"));
    assertThat(table.ids().id(0)).isEqualTo(3L);
    assertThat(values(table)).isDeepEqualTo(new double[][] {{1.5}, {0.5}});
  }
}
