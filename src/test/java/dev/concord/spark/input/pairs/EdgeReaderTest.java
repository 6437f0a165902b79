package dev.concord.spark.input.pairs;

import static dev.concord.spark.input.InputFiles.edges;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.EdgesConfig;
import dev.concord.error.InputException;
import dev.concord.graph.weights.DirectedEntries;
import dev.concord.spark.input.Quarantine;
import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class EdgeReaderTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private EdgeTable csv(String text) {
    return new EdgeReader(spark).read(edges("csv", write(folder, "e.csv", text))).onDriver();
  }

  @Test
  void idsOfBothColumnsAreThePointsAndEdgesAreSorted() {
    EdgeTable read = csv("source,target,weight\n30,-4,0.5\n7,30,2\n-4,7,1e-9\n7,30,1\n");
    assertThat(read.ids().size()).isEqualTo(3);
    assertThat(read.ids().id(0)).isEqualTo(-4L);
    assertThat(read.source()).containsExactly(0, 1, 1, 2);
    assertThat(read.target()).containsExactly(1, 2, 2, 0);
    assertThat(read.weight()).containsExactly(1e-9, 1, 2, 0.5);
  }

  @Test
  void beliefsMayBeBelowZeroWhereTheyAreAskedFor() {
    String path = write(folder, "s.csv", "source,target,weight\n1,2,-0.5\n2,3,4\n");
    assertThat(new EdgeReader(spark).readSigned(edges("csv", path)).weight())
        .containsExactly(-0.5, 4);
    String zero = write(folder, "z.csv", "source,target,weight\n1,2,0\n2,3,-4\n");
    assertThatThrownBy(() -> new EdgeReader(spark).readSigned(edges("csv", zero)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "1 weight is not a finite number other than 0: 0.0 on the edge (1, 2)");
  }

  @Test
  void aScoreMayBeZeroAndASimilarityMayNot() {
    String text = "source,target,weight\n1,2,0\n2,3,.5\n3,4,-0.0\n";
    assertThatThrownBy(() -> csv(text))
        .hasMessageContaining("0.0 on the edge (1, 2)")
        .hasMessageContaining("is unlike, clusters.method = correlation takes it");
    assertThat(
            new EdgeReader(spark)
                .readScores(edges("csv", write(folder, "z.csv", text)))
                .onDriver()
                .weight())
        .containsExactly(0.0, 0.5, 0.0);
    String bad = write(folder, "b.csv", "source,target,weight\n1,2,0\n2,3,-1\n2,4,NaN\n");
    assertThatThrownBy(() -> new EdgeReader(spark).readScores(edges("csv", bad)))
        .hasMessageContaining(
            "2 weights are not a finite number of at least 0: -1.0 on the edge (2, 3), NaN on the"
                + " edge (2, 4); remove the row or correct the weight");
    assertThatThrownBy(() -> csv("source,target,weight\n1,2,-1\n2,3,.5\n"))
        .hasMessageNotContaining("correlation");
  }

  @Test
  void oneTextIdMakesAllIdsText() {
    EdgeTable read = csv("source,target\n10,9\n9,x\n");
    assertThat(read.ids().id(0)).isEqualTo("10");
    assertThat(read.ids().id(2)).isEqualTo("x");
    assertThat(read.source()).containsExactly(0, 1);
    assertThat(read.target()).containsExactly(1, 2);
    assertThat(read.weight()).containsExactly(1, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void edgesDoNotDependOnThePartitionsOfTheInput(int partitions) {
    String path = "file:" + folder.resolve("edges");
    spark
        .range(3_000)
        .selectExpr(
            "concat('n', id % 100) as source",
            "concat('n', (id * 37 + 1) % 101 + 100) as target", "1.0 + id % 5 as weight")
        .repartition(partitions)
        .write()
        .parquet(path);
    EdgeTable read = new EdgeReader(spark).read(edges("parquet", path)).onDriver();
    EdgeTable again = sequential(3_000, read);
    assertThat(read.source()).isEqualTo(again.source());
    assertThat(read.target()).isEqualTo(again.target());
    assertThat(read.weight()).isEqualTo(again.weight());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cast(%s as string)", "concat('n', %s)", "%s"})
  void edgesOnTheExecutorsAreThoseOfTheDriver(String id) {
    String path = "file:" + folder.resolve("remote");
    spark
        .range(2_000)
        .selectExpr(
            id.formatted("id % 100") + " as source",
            id.formatted("(id * 37 + 1) % 101 + 100") + " as target",
            "1.0 + id % 5 as weight")
        .repartition(5)
        .write()
        .parquet(path);
    EdgesConfig config = edges("parquet", path);
    EdgeTable here = new EdgeReader(spark).read(config).onDriver();
    SparkTest.Persisted before = SparkTest.persisted();
    EdgeInput there = new EdgeReader(spark, Quarantine.NONE, 1_999).read(config);
    assertThat(before.added()).isEqualTo(1);
    assertThat(there.rows()).isEqualTo(2_000);
    assertThat(IntStream.range(0, there.ids().size()).mapToObj(there.ids()::id))
        .containsExactlyElementsOf(
            IntStream.range(0, here.ids().size()).mapToObj(here.ids()::id).toList());
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    EdgeInput.Entries entries = there.entries(context, 50);
    EdgeInput.Entries sent = EdgeInput.of(here).entries(context, 50);
    assertThat(rows(entries)).isEqualTo(rows(sent)).hasSize(4_000);
    entries.release().run();
    there.release();
    assertThat(before.added()).isZero();
    EdgeTable fetched = there.onDriver();
    assertThat(fetched.source()).isEqualTo(here.source());
    assertThat(fetched.target()).isEqualTo(here.target());
    assertThat(fetched.weight()).isEqualTo(here.weight());
    assertThat(before.added()).isZero();
  }

  /** All entries, in an order of their own. */
  private static List<String> rows(EdgeInput.Entries entries) {
    List<String> rows = new ArrayList<>();
    for (DirectedEntries part : entries.entries().collect()) {
      for (int e = 0; e < part.row().length; e++) {
        rows.add(part.block() + " " + part.row()[e] + " " + part.col()[e] + " " + part.weight()[e]);
      }
    }
    rows.sort(null);
    return rows;
  }

  /** The same edges made here and put in order by sorting boxed rows. */
  private static EdgeTable sequential(int edges, EdgeTable like) {
    double[][] rows = new double[edges][];
    for (int i = 0; i < edges; i++) {
      rows[i] =
          new double[] {
            like.ids().indexOf("n" + i % 100),
            like.ids().indexOf("n" + ((i * 37 + 1) % 101 + 100)),
            1.0 + i % 5
          };
    }
    Arrays.sort(rows, Arrays::compare);
    int[] source = new int[edges];
    int[] target = new int[edges];
    double[] weight = new double[edges];
    for (int i = 0; i < edges; i++) {
      source[i] = (int) rows[i][0];
      target[i] = (int) rows[i][1];
      weight[i] = rows[i][2];
    }
    return new EdgeTable(like.ids(), source, target, weight);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      value = {
        "source,target,weight|1,2,0|2,3,-1|3,4,NaN|4,5,Inf|5,6,|6,7,1 ~ 5 weights are not a finite number above 0: -1.0 on the edge (2, 3), 0.0 on the edge (1, 2), Infinity on the edge (4, 5) and 2 more; leave out edges without weight, so remove the row or correct the weight",
        "source,target|1,2|3,3 ~ 1 edge joins a point with itself: (3, 3); a graph has no self-edges here, so remove the rows",
        "source,target|1,|2,3 ~ 1 edge has an end missing, as in (1, null); an edge needs two ids",
        "source,target,weight|1,2,heavy ~ column weight (input.edges.weight) has type string: its only value is no number",
        "from,target|1,2 ~ there is no column source (input.edges.source); the table has from, target",
        "source,target ~ the table has no edges; give at least one",
      })
  void badTables(String text, String message) {
    assertThatThrownBy(() -> csv(text.replace('|', '\n') + "\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input.edges (file:")
        .hasMessageContaining(message);
  }
}
