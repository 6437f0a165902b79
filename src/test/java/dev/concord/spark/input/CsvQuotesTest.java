package dev.concord.spark.input;

import static dev.concord.spark.input.CsvReading.features;
import static dev.concord.spark.input.CsvReading.refused;
import static dev.concord.spark.input.CsvReading.table;
import static dev.concord.spark.input.InputFiles.values;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TextFormats;
import dev.concord.graph.features.MissingRule;
import dev.concord.spark.input.features.FeatureReader;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.testing.SparkTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** Quotes and line breaks in CSV tables. */
@Tag("spark")
class CsvQuotesTest {
  private static final Map<String, String> LINES = Map.of("multiLine", "true");
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private String text(String text) {
    return write(folder, "p.csv", text);
  }

  private static List<Object> ids(FeatureTable table) {
    List<Object> ids = new ArrayList<>();
    for (int i = 0; i < table.n(); i++) {
      ids.add(table.ids().id(i));
    }
    return ids;
  }

  private static FeatureTable x(Map<String, String> options, MissingRule missing, String path) {
    FeaturesConfig config =
        new FeaturesConfig(
            table("input.features", options, path),
            "id",
            List.of("x"),
            null,
            List.of(),
            TextFormats.NONE,
            missing,
            null,
            null);
    return new FeatureReader(spark).read(config, 0);
  }

  @Test
  void doubledQuotesAreOneQuoteOfTheText() {
    FeatureTable read =
        features("id", text("id,x\n\"5\"\" tv\",0\n\"\"\"q\"\", b\",1\n5\" x,2\n\"a\\\",3\n"));
    assertThat(ids(read)).containsExactly("\"q\", b", "5\" tv", "5\" x", "a\\");
    FeatureTable header = features("i\"d", text("\"i\"\"d\",x\n1,0\n2,1\n"));
    assertThat(header.columns()).containsExactly("x");
  }

  @Test
  void quotesBehindABackslashAreTakenWhereNoneAreDoubled() {
    String path = text("id,x\n\"5\\\" tv\",0\n\"a, \\\"b\\\"\",1\nc,2\n");
    assertThat(ids(features("id", path))).containsExactly("5\" tv", "a, \"b\"", "c");
    String written = folder.resolve("spark").toString();
    spark
        .createDataFrame(
            List.<Row>of(RowFactory.create("say \"no\"", 1.0), RowFactory.create("b", 2.0)),
            new StructType().add("id", DataTypes.StringType).add("x", DataTypes.DoubleType))
        .write()
        .option("header", "true")
        .csv(written);
    assertThat(ids(features("id", written))).containsExactly("b", "say \"no\"");
  }

  @Test
  void oneTableWritesQuotesInOneWay() {
    refused(() -> features("id", text("id,x\n\"5\\\" tv\",0\n\"6\"\" tv\",1\n")))
        .hasMessageContaining("1 line has text behind a closing quote: '\"5\\\" tv\",0';")
        .hasMessageContaining("input.features.options { quote = \"\" }");
    refused(() -> features("id", text("id,x\n\"5\" tv\",0\n\"6\" tv\",1\n")))
        .hasMessageContaining("2 lines have text behind a closing quote");
    Map<String, String> none = Map.of("quote", "");
    assertThat(ids(features("id", none, text("id,x\n\"5\" tv\",0\n\"6\" tv\",1\n"))))
        .containsExactly("\"5\" tv\"", "\"6\" tv\"");
  }

  @Test
  void aTextOfSeveralLinesIsRefusedAndReadWithMultiLine() {
    String notes = text("id,note,x\na,ok,0\nc,\"two\nlines\",2\nd,ok,9\n");
    for (MissingRule missing : List.of(MissingRule.REFUSE, MissingRule.MEAN, MissingRule.DROP)) {
      refused(() -> x(Map.of(), missing, notes))
          .hasMessageContaining("1 line opens a quote that is not closed on its line: 'c,\"two';")
          .hasMessageContaining("input.features.options { multiLine = \"true\" }");
    }
    FeatureTable read = x(LINES, MissingRule.MEAN, notes);
    assertThat(ids(read)).containsExactly("a", "c", "d");
    assertThat(values(read)).isDeepEqualTo(new double[][] {{0}, {2}, {9}});
  }

  @Test
  void theOpenQuoteIsFoundInAnyColumnAndBehindACarriageReturn() {
    for (String text :
        List.of(
            "id,x,note\na,1,\"two\nb,2\"\nc,3,ok\n",
            "note,id,x\n\"two\nlines, x\",a,1\nok,b,2\n",
            "id,x\r\n\"a\r\nb\",1\r\nc,2\r\n",
            "id,x\na,1\n\"b,2\nc,3\n")) {
      String path = text(text);
      refused(() -> x(Map.of(), MissingRule.MEAN, path))
          .hasMessageContaining("opens a quote that is not closed on its line");
    }
  }

  @Test
  void aQuoteThatStaysOpenUntilTheEndIsRefusedWithMultiLine() {
    refused(() -> x(LINES, MissingRule.MEAN, text("id,x,note\na,1,\"two\nb,2,ok\nc,3,ok\n")))
        .hasMessageContaining("a quote is open at the end of a file");
    String torn = text("id,x,note\na,1,\"he \"said\" so\"\nb,2,\"and\nmore\"\n");
    refused(() -> x(LINES, MissingRule.MEAN, torn))
        .hasMessageContaining("text behind a closing quote");
    String escaped = text("id,x\n\"5\\\" tv\nflat\",0\nb,1\n");
    assertThat(ids(features("id", LINES, escaped))).containsExactly("5\" tv\nflat", "b");
  }

  @Test
  void tablesTooLargeForTheDriverAreCheckedInTasks() {
    StringBuilder text = new StringBuilder("id,x\n\"5\"\" tv\",0\n");
    for (int i = 0; text.length() < 5 << 20; i++) {
      text.append("a rather long name of the point number ").append(i).append(",1\n");
    }
    String good = write(folder, "good.csv", text.toString());
    FeatureTable read = features("id", good);
    assertThat(read.ids().id(0)).isEqualTo("5\" tv");
    String bad = write(folder, "bad.csv", text.append("\"b,2\n").toString());
    refused(() -> features("id", bad)).hasMessageContaining("1 line opens a quote");
    refused(() -> features("id", LINES, bad)).hasMessageContaining("open at the end of a file");
  }

  @Test
  void ownOptionsAndCommentsAreRespected() {
    String commented = text("id,x\n# don't \"quote\n1,0\n2,1\n");
    assertThat(features("id", Map.of("comment", "#"), commented).n()).isEqualTo(2);
    String single = text("id,x\n'it''s',0\n'b, c',1\n");
    assertThat(ids(features("id", Map.of("quote", "'"), single))).containsExactly("b, c", "it's");
  }

  // --- files of another kind ---

  @Test
  void filesThatAreNoTextAreNamed() {
    Map<String, byte[]> files =
        Map.of(
            "it is a Parquet file; set input.features.format = parquet", bytes("PAR1\25\0\25"),
            "it is a workbook (xlsx or ods); export", bytes("PK\3\4\24\0[Content_Types].xml"),
            "it is a zip archive; unpack it", bytes("PK\3\4\24\0\0\0p.csv"),
            "it is compressed by gzip; let its name end with .gz", bytes("\37\213\10\0"),
            "it is text in UTF-16; set input.features.options { encoding = \"UTF-16\"",
                "\uFEFFid,x\n1,2\n".getBytes(StandardCharsets.UTF_16LE),
            "encoding = \"UTF-16LE\"", "id,x\n1,2\n2,3\n".getBytes(StandardCharsets.UTF_16LE),
            "it is no text (byte 4 is 0); check the path", bytes("id,x\0\1\2,1\n"));
    files.forEach(
        (says, content) -> {
          String path = write(folder, "p.csv", content);
          refused(() -> features("id", path)).hasMessageContaining(says);
        });
  }

  @Test
  void whatTheMessagesOfUtf16AdviseReadsTheTable() {
    byte[] marked = "\uFEFFid,x\n\u00fc,2\nb,3\n".getBytes(StandardCharsets.UTF_16LE);
    String path = write(folder, "p.csv", marked);
    Map<String, String> advised = Map.of("encoding", "UTF-16", "multiLine", "true");
    assertThat(ids(features("id", advised, path))).containsExactly("b", "\u00fc");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void anEmptyColumnIsNamed() {
    refused(() -> features("id", text("id,x,y\n1,1,\n2,2,\n")))
        .hasMessageContaining("column y has no value in any row; fill in the values");
    refused(() -> features("id", text("id,x,y\n1,a,\n2,2,\n")))
        .hasMessageContaining("column y has no value in any row")
        .hasMessageContaining("Besides, column x (string) is not numeric: 1 of its 2 values");
  }

  // --- width ---

  @Test
  void aTableOfMoreColumnsThanSparkReadsByDefaultIsRead() {
    int width = 21_000;
    StringBuilder text = new StringBuilder("id");
    for (int c = 0; c < width; c++) {
      text.append(",c").append(c);
    }
    for (int r = 0; r < 3; r++) {
      text.append("\np").append(r);
      for (int c = 0; c < width; c++) {
        text.append(',').append(r == 1 ? c + ".5" : Integer.toString(r));
      }
    }
    FeatureTable read = features("id", text(text.append('\n').toString()));
    assertThat(read.dim()).isEqualTo(width);
    assertThat(values(read)[1][20_999]).isEqualTo(20_999.5);
    assertThat(values(read)[2][20_999]).isEqualTo(2.0);
    refused(() -> features("id", text(text.append("q").append(",1".repeat(30_000)).toString())))
        .hasMessageContaining("a row has more fields than the table has columns");
  }
}
