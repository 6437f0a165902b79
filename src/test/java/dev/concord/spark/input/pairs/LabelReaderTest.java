package dev.concord.spark.input.pairs;

import static dev.concord.spark.input.InputFiles.labels;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.LabelsConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.IdTable;
import dev.concord.testing.SparkTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class LabelReaderTest {
  private static final IdTable IDS = IdTable.ofLongs(new long[] {10, 20, 30, 40});
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private Labeling csv(String text, IdTable ids) {
    return new LabelReader(spark).read(labels("csv", write(folder, "l.csv", text)), ids);
  }

  @Test
  void numbersAreSortedByValueAndTextAsText() {
    Labeling numbers = csv("id,label\n40,10\n10,9\n20,-1\n", IDS);
    assertThat(numbers.names()).containsExactly("-1", "9", "10");
    assertThat(numbers.labels()).containsExactly(1, 0, -1, 2);
    assertThat(numbers.known()).isEqualTo(3);
    Labeling text = csv("id,label\n40,10\n10,9\n20,cat\n30,\n", IDS);
    assertThat(text.names()).containsExactly("10", "9", "cat");
    assertThat(text.labels()).containsExactly(1, 2, -1, 0);
  }

  @Test
  void wholeNumbersInAColumnOfDoublesAreWrittenAsWhole() {
    Labeling read = csv("id,label\n10,1.0\n20,2.5\n30,1.0\n", IDS);
    assertThat(read.names()).containsExactly("1", "2.5");
    assertThat(read.labels()).containsExactly(0, 1, 0, -1);
  }

  @Test
  void aRepeatedLabelIsNoConflict() {
    assertThat(csv("id,label\n10,a\n10,a\n", IDS).labels()).containsExactly(0, -1, -1, -1);
  }

  @Test
  void anAssignmentTableIsATableOfLabels() {
    String path = write(folder, "a.csv", "cluster,id\n1,10\n0,20\n");
    LabelsConfig config =
        new LabelsConfig(new TableConfig("input", "csv", List.of(path), Map.of()), "id", "cluster");
    assertThat(new LabelReader(spark).read(config, IDS).labels()).containsExactly(1, 0, -1, -1);
  }

  @Test
  void theIdColumnIsThatOfTheFeaturesOrIdWhereTheTableHasNoSuchColumn() {
    String own = write(folder, "own.csv", "sku,id,label\n10,7,a\n20,8,b\n");
    String usual = write(folder, "usual.csv", "id,label\n10,a\n20,b\n");
    for (String path : List.of(own, usual)) {
      LabelsConfig config =
          new LabelsConfig(
              new TableConfig("input", "csv", List.of(path), Map.of()), "sku", "label");
      assertThat(new LabelReader(spark).read(config, IDS).labels()).containsExactly(0, 1, -1, -1);
      assertThat(new LabelReader(spark).ids(config).size()).isEqualTo(2);
    }
    LabelsConfig named =
        new LabelsConfig(
            new TableConfig("input", "csv", List.of(usual), Map.of()),
            "sku",
            "label",
            Set.of("id"));
    assertThatThrownBy(() -> new LabelReader(spark).read(named, IDS))
        .hasMessageContaining("there is no column sku");
  }

  @Test
  void oneColumnWithoutIdsGoesByRow() {
    IdTable rows = IdTable.rowNumbers(3);
    assertThat(csv("label\nb\na\nb\n", rows).labels()).containsExactly(1, 0, 1);
    assertThat(csv("digit\n5\n4\n5\n", rows).names()).containsExactly("4", "5");
    String svm = write(folder, "l.svm", "1 1:2\n-1 1:3\n1 1:4\n");
    assertThat(new LabelReader(spark).read(labels("libsvm", svm), rows).names())
        .containsExactly("-1", "1");
    assertThatThrownBy(() -> csv("label\nb\na\n", rows))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "it has 2 labels for 3 points; labels without ids go by row number, so give as many as there are points, or a table with an id column");
    assertThatThrownBy(() -> csv("label\nb\na\nb\na\n", IDS))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "it has no id column id, but the points have ids of their own (10, ...); give a table with an id column");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      value = {
        "id,label|10,a|10,b|20,c ~ id 10 has the labels a and b; a point has one label, so keep one of the rows",
        "id,label|10,a|10,b|20,c|20,d ~ id 10 has the labels a and b, and 1 more ids have different labels;",
        "id,label|10,a|50,b|60,b ~ 2 ids of column id are no point of the input: 50, 60; correct the ids or remove the rows",
        "id,label|10,a|,b ~ 1 row has no id (column id is null); fill the column or remove the rows",
        "id,lable|10,a ~ there is no column label (input.labels.label), did you mean lable?; the table has id, lable",
        "key,label|10,a ~ there is no column id (input.labels.id)",
      })
  void badTables(String text, String message) {
    assertThatThrownBy(() -> csv(text.replace('|', '\n') + "\n", IDS))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input.labels (file:")
        .hasMessageContaining(message);
  }

  @Test
  void columnsThatAreNoLabelsAreRefused() {
    String path = write(folder, "l.json", "{\"id\":10,\"label\":[1,2]}\n");
    assertThatThrownBy(() -> new LabelReader(spark).read(labels("json", path), IDS))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "column label (input.labels.label) has type array<bigint>; a label is one number or text");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void labelsDoNotDependOnThePartitionsOfTheInput(int partitions) {
    String path = "file:" + folder.resolve("labels");
    spark
        .range(2_000)
        .select(
            functions.col("id"), functions.pmod(functions.col("id"), functions.lit(13)).as("label"))
        .repartition(partitions)
        .write()
        .parquet(path);
    Labeling read = new LabelReader(spark).read(labels("parquet", path), IdTable.rowNumbers(2_000));
    for (int i = 0; i < 2_000; i++) {
      assertThat(read.names()[read.labels()[i]]).isEqualTo(Integer.toString(i % 13));
    }
  }
}
