package dev.concord.spark.input;

import static dev.concord.spark.input.CsvReading.features;
import static dev.concord.spark.input.CsvReading.refused;
import static dev.concord.spark.input.CsvReading.table;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.LabelsConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.LabelReader;
import dev.concord.testing.SparkTest;
import java.nio.charset.Charset;
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

/** CSV tables in other encodings than UTF-8. */
@Tag("spark")
class CsvEncodingsTest {
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

  private static LabelsConfig labels(String path) {
    return new LabelsConfig(table("input.labels", Map.of(), path), "id", "label", Set.of());
  }

  @Test
  void textsInAnotherEncodingAreRefusedAndComeBackWithIt() {
    Charset latin = StandardCharsets.ISO_8859_1;
    String path = write(folder, "p.csv", "id,x\nM\u00fcller,1\nMaier,2\n".getBytes(latin));
    refused(() -> features("id", path))
        .hasMessageContaining("1 text is not valid UTF-8: 'M\uFFFDller' in column id;")
        .hasMessageContaining("input.features.options { encoding = \"ISO-8859-1\" }");
    FeatureTable read = features("id", Map.of("encoding", "ISO-8859-1"), path);
    List<Object> ids = new ArrayList<>(List.of(read.ids().id(0), read.ids().id(1)));
    assertThat(ids).containsExactly("Maier", "M\u00fcller");
    assertThat(features("id", Map.of("encoding", "UTF-8"), path).n()).isEqualTo(2);
  }

  @Test
  void aHeaderInAnotherEncodingIsRefusedAndNamedColumnsAreFoundWithIt() {
    byte[] bytes = "id,gr\u00f6\u00dfe\n1,1\n2,2\n".getBytes(StandardCharsets.ISO_8859_1);
    String path = write(folder, "p.csv", bytes);
    refused(() -> features("id", path))
        .hasMessageContaining("the header of")
        .hasMessageContaining("encoding = \"ISO-8859-1\"");
    assertThat(features("id", Map.of("encoding", "ISO-8859-1"), path).columns())
        .containsExactly("gr\u00f6\u00dfe");
  }

  @Test
  void namesInPairsAndLabelsInAnotherEncodingAreRefused() {
    byte[] bytes = "id,label\n0,gr\u00fcn\n1,rot\n".getBytes(StandardCharsets.ISO_8859_1);
    String path = write(folder, "l.csv", bytes);
    refused(() -> new LabelReader(spark).read(labels(path), IDS))
        .hasMessageContaining("'gr\uFFFDn' in column label")
        .hasMessageContaining("input.labels.options");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstName() {
    String path = text("p.csv", "\uFEFFid,x\n1,2\n2,3\n");
    assertThat(features("id", path).columns()).containsExactly("x");
  }
}
