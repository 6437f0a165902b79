package dev.concord.spark.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.OutputConfig;
import dev.concord.error.InputException;
import dev.concord.linalg.CsrMatrix;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.TableWriter;
import dev.concord.spark.store.Staging;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class OutputFolderTest {
  private static final String[] ODD_IDS = {" lead", "a,b", "tail ", "ünï"};

  private static SparkSession spark;
  @TempDir Path parent;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private OutputConfig config(String format) {
    return new OutputConfig(
        parent.resolve("out").toString(),
        format,
        false,
        OutputConfig.Membership.NONE,
        true,
        true,
        true,
        false,
        false);
  }

  private Dataset<Row> read(String format, String table) {
    return spark
        .read()
        .format(format)
        .option("header", "true")
        .option("inferSchema", "true")
        .load(parent.resolve("out").resolve(table).toString());
  }

  /** A triangle 0-1-2 and the edge 2-3. */
  private static CsrMatrix weights() {
    return new CsrMatrix(
        4,
        new int[] {0, 2, 4, 7, 8},
        new int[] {1, 2, 0, 2, 0, 1, 3, 2},
        new double[] {0.1, 0.2, 0.1, 1e-300, 0.2, 1e-300, 0.7, 0.7});
  }

  private static JudgedPairs pairs() {
    return new JudgedPairs(
        new int[] {0, 1},
        new int[] {1, 3},
        new boolean[] {true, false},
        new double[] {1.0, 0.25},
        new boolean[] {false, true},
        new boolean[] {true, false},
        new double[] {0.125, 1.0});
  }

  private void writeAll(String format, IdTable ids) {
    try (OutputFolder output = OutputFolder.open(spark, config(format))) {
      output.writeClusters(ids, new int[] {0, 1, 1, 0}, Map.of(), null);
      output.writeEmbedding(ids, new double[] {1, 2, 3, 4, 0.1, -0.2, 1e-17, 5}, 2);
      output.writeGraph(ids, weights());
      output.writeConstraints(ids, pairs());
      output.writeText("metrics.json", "{\"ncut\":1}");
      output.writeText("model/model.json", "{}");
      assertThat(parent.resolve("out/clusters")).doesNotExist();
      output.publish("{\"status\":\"ok\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "parquet"})
  void everyTableWithLongIdsReadsBackAsWritten(String format) {
    writeAll(format, IdTable.ofLongs(new long[] {-5, 7, 1L << 40, Long.MAX_VALUE}));
    assertThat(read(format, "clusters").select("id", "cluster").collectAsList())
        .containsExactly(
            RowFactory.create(-5L, 0),
            RowFactory.create(7L, 1),
            RowFactory.create(1L << 40, 1),
            RowFactory.create(Long.MAX_VALUE, 0));
    assertThat(read(format, "graph").select("source", "target", "weight").collectAsList())
        .containsExactly(
            RowFactory.create(-5L, 7L, 0.1),
            RowFactory.create(-5L, 1L << 40, 0.2),
            RowFactory.create(7L, 1L << 40, 1e-300),
            RowFactory.create(1L << 40, Long.MAX_VALUE, 0.7));
    assertThat(
            read(format, "constraints")
                .select("first", "second", "kind", "weight", "origin", "satisfied")
                .collectAsList())
        .containsExactly(
            RowFactory.create(-5L, 7L, "must-link", 1.0, "given", true),
            RowFactory.create(7L, Long.MAX_VALUE, "cannot-link", 0.25, "implied", false));
    assertThat(parent.resolve("out/metrics.json")).hasContent("{\"ncut\":1}");
    assertThat(parent.resolve("out/model/model.json")).hasContent("{}");
    assertThat(parent.resolve("out/_RESULT.json")).hasContent("{\"status\":\"ok\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "parquet"})
  void stringIdsComeBackAsTheyWentIn(String format) {
    writeAll(format, IdTable.ofStrings(ODD_IDS.clone()));
    assertThat(read(format, "clusters").collectAsList().stream().map(row -> row.getString(0)))
        .containsExactly(ODD_IDS);
    assertThat(read(format, "graph").first().getString(1)).isEqualTo("a,b");
  }

  @Test
  void anEmbeddingHasAColumnAnEntryAsCsvAndAnArrayElsewhere() {
    writeAll("csv", IdTable.rowNumbers(4));
    Dataset<Row> csv = read("csv", "embedding");
    assertThat(csv.columns()).containsExactly("id", "v0", "v1");
    assertThat(csv.collectAsList().get(2)).isEqualTo(RowFactory.create(2, 3.0, 1e-17));
  }

  @Test
  void anEmbeddingIsAnArrayColumnInParquet() {
    writeAll("parquet", IdTable.rowNumbers(4));
    List<Row> rows = read("parquet", "embedding").collectAsList();
    assertThat(rows.get(1).getLong(0)).isEqualTo(1);
    assertThat(rows.get(1).<Double>getList(1)).containsExactly(2.0, -0.2);
  }

  @Test
  void equalLabelsGiveEqualBytes() throws IOException {
    writeAll("csv", IdTable.rowNumbers(4));
    assertThat(parts("out/clusters")).containsExactly("id,cluster\n0,0\n1,1\n2,1\n3,0\n");
  }

  @Test
  void aTableWithoutRowsStillHasItsColumns() {
    try (OutputFolder output = OutputFolder.open(spark, config("csv"))) {
      JudgedPairs none =
          new JudgedPairs(
              new int[0],
              new int[0],
              new boolean[0],
              new double[0],
              new boolean[0],
              new boolean[0],
              new double[0]);
      output.writeConstraints(IdTable.rowNumbers(4), none);
      output.publish("{}");
    }
    Dataset<Row> table = read("csv", "constraints");
    assertThat(table.columns())
        .containsExactly("first", "second", "kind", "weight", "origin", "satisfied", "against");
    assertThat(table.count()).isZero();
  }

  @Test
  void partsAreCutByRowCountAndKeepTheOrder() throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration());
    Staging staging =
        new Staging(fs, new org.apache.hadoop.fs.Path(parent.resolve("out").toString()), false);
    int n = 7;
    int[] rowPtr = new int[n + 1];
    List<Integer> cols = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (j != i) {
          cols.add(j);
        }
      }
      rowPtr[i + 1] = cols.size();
    }
    double[] ones = new double[cols.size()];
    java.util.Arrays.fill(ones, 1.0);
    CsrMatrix complete =
        new CsrMatrix(n, rowPtr, cols.stream().mapToInt(Integer::intValue).toArray(), ones);
    try (OutputFolder output = new OutputFolder(new TableWriter(spark, "csv", 3), staging)) {
      output.writeClusters(IdTable.rowNumbers(n), new int[] {0, 1, 2, 3, 4, 5, 6}, Map.of(), null);
      output.writeEmbedding(
          IdTable.rowNumbers(n), new double[] {0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 14, 15, 16}, 2);
      output.writeGraph(IdTable.rowNumbers(n), complete);
      output.publish("{}");
    }
    assertThat(parts("out/clusters"))
        .containsExactly(
            "id,cluster\n0,0\n1,1\n2,2\n", "id,cluster\n3,3\n4,4\n5,5\n", "id,cluster\n6,6\n");
    assertThat(parts("out/embedding").get(1))
        .isEqualTo("id,v0,v1\n3,3.0,13.0\n4,4.0,14.0\n5,5.0,15.0\n");
    List<String> graph = parts("out/graph");
    assertThat(graph).hasSize(7);
    assertThat(graph.get(6)).isEqualTo("source,target,weight\n4,5,1.0\n4,6,1.0\n5,6,1.0\n");
  }

  @Test
  void anUnknownFormatIsRefusedBeforeAnyWork() throws IOException {
    assertThatThrownBy(() -> OutputFolder.open(spark, config("parket")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("output.format")
        .hasMessageContaining("\"parket\"")
        .hasMessageContaining("csv, parquet, orc or json");
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void aFormatThatCannotHoldTheTablesIsRefusedBeforeAnyWork() {
    assertThatThrownBy(() -> OutputFolder.open(spark, config("text")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("cannot write")
        .hasMessageContaining("\"text\"");
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void aPathOfAnUnknownFileSystemIsRefused() {
    OutputConfig config =
        new OutputConfig(
            "nofs://x/out",
            "csv",
            false,
            OutputConfig.Membership.NONE,
            false,
            false,
            true,
            false,
            false);
    assertThatThrownBy(() -> OutputFolder.open(spark, config))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("output.path: nofs://x/out cannot be used");
  }

  @Test
  void anAbandonedRunLeavesItsReasonAndNothingElse() {
    try (OutputFolder output = OutputFolder.open(spark, config("csv"))) {
      output.writeClusters(IdTable.rowNumbers(2), new int[] {0, 1}, Map.of(), null);
      output.abandon("{\"status\":\"failed\"}");
    }
    assertThat(parent.toFile().list()).containsExactly("out");
    assertThat(parent.resolve("out/_RESULT.json")).hasContent("{\"status\":\"failed\"}");
    assertThat(parent.resolve("out/clusters")).doesNotExist();
    writeAll("csv", IdTable.rowNumbers(4));
    assertThat(parent.resolve("out/_RESULT.json")).hasContent("{\"status\":\"ok\"}");
  }

  @Test
  void aTableThatCannotBeWrittenNamesItselfAndTheReason() throws IOException {
    try (OutputFolder output = OutputFolder.open(spark, config("csv"))) {
      Path staged = Path.of(java.net.URI.create(output.pathOf("clusters")).getPath());
      Files.createDirectories(staged.getParent().getParent());
      Files.writeString(staged.getParent(), "a file where the folder should be");
      assertThatThrownBy(
              () -> output.writeClusters(IdTable.rowNumbers(1), new int[1], Map.of(), null))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("output.path: the table")
          .hasMessageContaining("clusters could not be written");
    }
  }

  @Test
  void namesThatLeaveTheFolderAreRefused() {
    try (OutputFolder output = OutputFolder.open(spark, config("csv"))) {
      assertThatThrownBy(() -> output.writeText("../x", ""))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private List<String> parts(String table) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.list(parent.resolve(table))) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().startsWith("part-")) {
          texts.add(Files.readString(file));
        }
      }
    }
    return texts;
  }

  /** Met before any work: a session's codec fails only when a table is written. */
  @Test
  void aCodecThatIsNotThereIsRefusedWhenTheFolderIsOpened() {
    SparkSession own = spark.newSession();
    own.conf().set("spark.sql.parquet.compression.codec", "brotli");
    assertThatThrownBy(() -> OutputFolder.open(own, config("parquet"), ""))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("output.format")
        .hasMessageContaining("parquet");
    assertThat(parent.resolve("out")).doesNotExist();
  }
}
