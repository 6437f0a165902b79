package dev.concord.spark.input;

import static dev.concord.spark.input.CsvReading.features;
import static dev.concord.spark.input.CsvReading.refused;
import static dev.concord.spark.input.CsvReading.table;
import static dev.concord.spark.input.InputFiles.gzip;
import static dev.concord.spark.input.InputFiles.values;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.ConstraintsConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.PairWords;
import dev.concord.config.TableConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.features.FeatureReader;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.ConstraintReader;
import dev.concord.spark.input.pairs.EdgeReader;
import dev.concord.spark.input.pairs.LabelReader;
import dev.concord.spark.input.pairs.ReadConstraints;
import dev.concord.spark.store.RunPaths;
import dev.concord.testing.SparkTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CSV tables that are not what they are taken for, and those that only look so. */
@Tag("spark")
class CsvTablesTest {
  private static final IdTable IDS = IdTable.rowNumbers(10);
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private String text(String name, String text) {
    return write(folder, name, text);
  }

  private static ReadConstraints pairs(
      Map<String, String> options, Set<String> named, String path) {
    return new ConstraintReader(spark)
        .read(
            new ConstraintsConfig(
                table("input.constraints", options, path),
                "first",
                "second",
                "kind",
                named.contains("weight") ? "wieght" : "weight",
                PairWords.NONE,
                named),
            IDS);
  }

  private static LabelsConfig labels(String path, Set<String> named) {
    return new LabelsConfig(table("input.labels", Map.of(), path), "id", "label", named);
  }

  // --- headers ---

  @Test
  void aFirstLineOfNumbersIsNoHeader() {
    String path = text("p.csv", "0.5,1.5,-2e3\n1,2,3\n4,5,6\n");
    refused(() -> features(null, path))
        .hasMessageStartingWith("input.features (" + path + "): the first line of ")
        .hasMessageContaining("is a row of numbers and not a header: '0.5,1.5,-2e3'")
        .hasMessageContaining("input.features.options { header = \"false\" }");
    FeatureTable read = features(null, Map.of("header", "false"), path);
    assertThat(values(read))
        .isDeepEqualTo(new double[][] {{0.5, 1.5, -2000}, {1, 2, 3}, {4, 5, 6}});
    assertThat(features(null, Map.of("header", "true"), path).n()).isEqualTo(2);
  }

  @Test
  void theFirstLineIsLookedAtInCompressedFilesAndBehindCommentsAndEmptyLines() {
    String path = write(folder, "p.csv.gz", gzip("1,2\n3,4\n".getBytes(StandardCharsets.UTF_8)));
    refused(() -> features(null, path)).hasMessageContaining("a row of numbers");
    String commented = text("c.csv", "\n# made by hand\n1,2\n3,4\n");
    refused(() -> features(null, Map.of("comment", "#"), commented))
        .hasMessageContaining("not a header: '1,2'");
  }

  @Test
  void pairsEdgesAndLabelsWithoutAHeaderAreRefusedToo() {
    String numbers = text("n.csv", "0,1\n2,3\n");
    refused(() -> pairs(Map.of(), Set.of(), numbers))
        .hasMessageContaining("input.constraints.options { header = \"false\" }");
    refused(
            () ->
                new EdgeReader(spark)
                    .read(
                        new EdgesConfig(
                            table("input.edges", Map.of(), numbers), "source", "target", "weight")))
        .hasMessageContaining("input.edges.options { header = \"false\" }");
    String column = text("l.csv", "1\n".repeat(11));
    refused(() -> new LabelReader(spark).read(labels(column, Set.of()), IDS))
        .hasMessageContaining("input.labels.options { header = \"false\" }");
    String words = text("w.csv", "0,1,must-link\n2,3,must-link\n");
    refused(() -> pairs(Map.of(), Set.of(), words))
        .hasMessageContaining("there is no column first")
        .hasMessageContaining("if that is a row and no header")
        .hasMessageContaining("header = \"false\"");
  }

  @Test
  void allFilesOfATableNeedTheSameHeader() {
    String one = text("a/1.csv", "id,x,y\n1,1,2\n");
    String two = text("a/2.csv", "id,y,x\n2,1,2\n");
    refused(() -> features("id", one, two))
        .hasMessageContaining("2.csv starts with 'id,y,x'")
        .hasMessageContaining("1.csv with 'id,x,y'");
    String bare = text("b/2.csv", "2,1,2\n3,1,2\n");
    refused(() -> features("id", one, bare)).hasMessageContaining("a row of numbers");
    String same = text("b/3.csv", "id,x,y\n2,7,8\n");
    String empty = text("b/4.csv", "");
    assertThat(features("id", one, same, empty).n()).isEqualTo(2);
  }

  @Test
  void columnsOfOneNameAreRefusedWhereTheyAreUsed() {
    String path = text("p.csv", "id,x,X\n1,1,2\n2,3,4\n");
    refused(() -> features("id", path))
        .hasMessageContaining("columns 2 and 3 of the header are both called x");
    String ends = text("c.csv", "first,second,first,kind\n0,1,2,ML\n");
    refused(() -> pairs(Map.of(), Set.of(), ends))
        .hasMessageContaining("columns 1 and 3 of the header are both called first");
    String notes = text("d.csv", "first,second,kind,note,note\n0,1,ML,a,b\n");
    assertThat(pairs(Map.of(), Set.of(), notes).pairs().size()).isEqualTo(1);
  }

  @Test
  void aColumnWithoutANameIsNoFeatureByItself() {
    String path = text("p.csv", ",x,y\n10,1,2\n11,3,4\n");
    refused(() -> features(null, path))
        .hasMessageContaining("column 1 has no name in the header ',x,y'")
        .hasMessageContaining("input.features.id = _c0");
    FeatureTable read = features("_c0", path);
    assertThat(read.columns()).containsExactly("x", "y");
    assertThat(read.ids().id(1)).isEqualTo(11L);
  }

  @Test
  void aColumnOfIdsIsNoFeature() {
    String path = text("p.csv", "ID,x\n1,1\n2,3\n");
    refused(() -> features(null, path))
        .hasMessageContaining("column ID would be a feature")
        .hasMessageContaining("set input.features.id = ID");
    FeaturesConfig meant =
        new FeaturesConfig(table("input.features", Map.of(), path), null, List.of("ID", "x"), null);
    assertThat(new FeatureReader(spark).read(meant, 0).dim()).isEqualTo(2);
  }

  @Test
  void anotherSeparatorIsNamed() {
    for (String separator : List.of(";", "\t", "|")) {
      String path = text("p.csv", "id,x,y\n1,2,3\n2,3,4\n".replace(",", separator));
      String shown = separator.equals("\t") ? "\\t" : separator;
      refused(() -> features("id", path))
          .hasMessageContaining("input.features.options { sep = \"" + shown + "\" }");
      assertThat(features("id", Map.of("sep", shown), path).dim()).isEqualTo(2);
    }
  }

  // --- rows ---

  @Test
  void rowsWithMoreFieldsThanColumnsAreCountedAndShown() {
    String path = text("p.csv", "id,x,y\n1,0.5,2\n2,0,5,3\n3,1,1\n4,1,7,1\n");
    refused(() -> features("id", path))
        .hasMessageContaining(
            "2 rows have more fields than the table has columns (3): '2,0,5,3', '4,1,7,1';");
    String numbered = text("n.csv", "x,y\n0.5,2\n0,5,3\n");
    refused(() -> features(null, numbered)).hasMessageContaining("1 row has more fields");
    String schema = text("s.csv", "id,x,y\n1,0.5,2\n2,0,5,3\n");
    refused(() -> features("id", Map.of("schema", "id int, x double, y double"), schema))
        .hasMessageContaining("columns (3): '2,0,5,3'");
  }

  @Test
  void pairsEdgesAndLabelsWithFieldsTooManyAreRefused() {
    String ends = text("c.csv", "first,second,kind\n0,1,ML,0.5\n");
    refused(() -> pairs(Map.of(), Set.of(), ends)).hasMessageContaining("'0,1,ML,0.5'");
    String edges = text("e.csv", "source,target,weight\n0,1,0,5\n");
    refused(() -> new EdgeReader(spark).read(InputFiles.edges("csv", edges)))
        .hasMessageContaining("'0,1,0,5'");
    String labels = text("l.csv", "id,label\n0,Doe, Jane\n");
    refused(() -> new LabelReader(spark).read(labels(labels, Set.of()), IDS))
        .hasMessageContaining("'0,Doe, Jane'");
    String column = text("o.csv", "label\n" + "a\n".repeat(9) + "a,b\n");
    refused(() -> new LabelReader(spark).read(labels(column, Set.of()), IDS))
        .hasMessageContaining("'a,b'");
  }

  @Test
  void quotedSeparatorsEmptyFieldsAndWhatSomebodyAskedForAreNoFieldsTooMany() {
    String quoted = text("q.csv", "id,label\n0,\"Doe, Jane\"\n1,\"say \"\"no\"\"\"\n");
    assertThat(new LabelReader(spark).read(labels(quoted, Set.of()), IDS).names()).hasSize(2);
    String trailing = text("t.csv", "id,x\n1,2,\n2,3,,\n");
    assertThat(features("id", trailing).n()).isEqualTo(2);
    String dropped = text("d.csv", "id,x\n1,2\n2,3,9\n3,4\n");
    assertThat(features("id", Map.of("mode", "DROPMALFORMED"), dropped).n()).isEqualTo(2);
    String own = text("w.csv", "id,_whole_row\n1,2\n2,3\n");
    assertThat(features("id", own).columns()).containsExactly("_whole_row");
  }

  @Test
  void aQuarantineTakesTheRowsThatAreNotWhole() throws Exception {
    byte[] bytes = "id,x\na,1\nb,2,9\nM\u00fcller,3\nd,4\n".getBytes(StandardCharsets.ISO_8859_1);
    String path = write(folder, "p.csv", bytes);
    String aside = "file:" + folder.resolve("aside");
    Quarantine quarantine = Quarantine.in(spark, new RunPaths(List.of(), null, aside));
    FeatureTable read =
        new FeatureReader(spark, quarantine)
            .read(
                new FeaturesConfig(table("input.features", Map.of(), path), "id", List.of(), null),
                0);
    quarantine.publish();
    assertThat(read.n()).isEqualTo(2);
    assertThat(spark.read().json(aside + "/rows").select("reason").collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactlyInAnyOrder(
            "more fields than the table has columns", "a text in another encoding: 'M\uFFFDller'");
  }

  // --- named columns and values ---

  @Test
  void aColumnNamedByHandMustBeThere() {
    String weighted = text("c.csv", "first,second,kind,weight\n0,1,ML,0.5\n");
    refused(() -> pairs(Map.of(), Set.of("weight"), weighted))
        .hasMessageContaining("there is no column wieght (input.constraints.weight)")
        .hasMessageContaining("did you mean weight?");
    String kindless = text("k.csv", "first,second,knd,weight\n0,1,ML,0.5\n");
    refused(() -> pairs(Map.of(), Set.of("kind"), kindless))
        .hasMessageContaining(
            "there is no column kind (input.constraints.kind), did you mean knd?");
    String plain = text("p.csv", "first,second,kind\n0,1,ML\n");
    assertThat(pairs(Map.of(), Set.of(), plain).pairs().weight()).containsExactly(1.0);
    String edges = text("e.csv", "source,target\n0,1\n");
    refused(
            () ->
                new EdgeReader(spark)
                    .read(
                        new EdgesConfig(
                            table("input.edges", Map.of(), edges),
                            "source",
                            "target",
                            "score",
                            null,
                            Set.of("weight"))))
        .hasMessageContaining("there is no column score (input.edges.weight)");
    String column = text("l.csv", "class\n" + "a\n".repeat(10));
    refused(() -> new LabelReader(spark).read(labels(column, Set.of("id")), IDS))
        .hasMessageContaining("there is no column id (input.labels.id)");
    refused(() -> new LabelReader(spark).read(labels(column, Set.of("label")), IDS))
        .hasMessageContaining("there is no column label (input.labels.label)");
    assertThat(new LabelReader(spark).read(labels(column, Set.of()), IDS).names()).hasSize(1);
  }

  @Test
  void theFirstValueThatIsNoNumberIsNamedWithItsRow() {
    String path = text("p.csv", "id,x,y\n30,1,2\n9,n/a,1\n10,-,4\n");
    refused(() -> features("id", path))
        .hasMessageContaining(
            "column x (string) is not numeric: 2 of its 3 values are no numbers, the first 'n/a' in"
                + " the row of id 9;");
    String numbered = text("n.csv", "x,y\n1,2\nn/a,1\n");
    refused(() -> features(null, numbered))
        .hasMessageContaining("1 of its 2 values is no number, 'n/a' in row 1;");
    String commas = text("c.csv", "id;x\n1;0,5\n2;1\n");
    refused(() -> features("id", Map.of("sep", ";"), commas))
        .hasMessageContaining(
            "'0,5' in the row of id 1 (numbers have a decimal point, not a comma)");
    String weights = text("w.csv", "first,second,kind,weight\n0,1,ML,1\n2,3,CL,often\n");
    refused(() -> pairs(Map.of(), Set.of(), weights))
        .hasMessageContaining(
            "has type string: 1 of its 2 values is no number, 'often' in row 1; weights are");
  }

  @Test
  void aColumnCalledLikeClassesIsWarnedOf() {
    String path = text("p.csv", "id,x,y,Target\n1,1,2,0\n2,3,4,1\n");
    List<String> warnings = new ArrayList<>();
    new FeatureReader(spark, Quarantine.NONE, warnings::add)
        .read(
            new FeaturesConfig(table("input.features", Map.of(), path), "id", List.of(), null), 0);
    assertThat(warnings)
        .containsExactly(
            "Column Target of input.features is used as a feature; if it holds classes, list the"
                + " others in input.features.columns.");
    warnings.clear();
    String classes = text("c.csv", "id,a,y\n1,1,2\n2,3,4\n");
    new FeatureReader(spark, Quarantine.NONE, warnings::add)
        .read(
            new FeaturesConfig(table("input.features", Map.of(), classes), "id", List.of(), null),
            0);
    assertThat(warnings).hasSize(1).first().asString().startsWith("Column y ");
    warnings.clear();
    new FeatureReader(spark, Quarantine.NONE, warnings::add)
        .read(
            new FeaturesConfig(
                table("input.features", Map.of(), classes), "id", List.of("a", "y"), null),
            0);
    assertThat(warnings).isEmpty();
  }

  @Test
  void tableFormatsWithoutTheirJarNameThePackage() {
    for (String format : List.of("delta", "iceberg")) {
      TableConfig table =
          new TableConfig("input.features", format, List.of("file:" + folder), Map.of());
      refused(
              () ->
                  new FeatureReader(spark)
                      .read(new FeaturesConfig(table, "id", List.of(), null), 0))
          .hasMessageContaining("format = " + format + " is not a Spark data source here; put its")
          .hasMessageContaining(format.equals("delta") ? "io.delta:delta-spark" : "iceberg-spark-");
    }
  }
}
