package dev.concord.spark.input.features;

import static dev.concord.spark.input.InputFiles.features;
import static dev.concord.spark.input.InputFiles.gzip;
import static dev.concord.spark.input.InputFiles.idx;
import static dev.concord.spark.input.InputFiles.labels;
import static dev.concord.spark.input.InputFiles.table;
import static dev.concord.spark.input.InputFiles.values;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.cli.page.ExampleFacts.IdxPictures;
import dev.concord.error.InputException;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.pairs.LabelReader;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.testing.SparkTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class IdxFeaturesTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private static byte[] images(int count, int rows, int columns, int start) {
    byte[] data = new byte[count * rows * columns];
    for (int p = 0; p < data.length; p++) {
      data[p] = (byte) (start + p);
    }
    return idx(IdxFile.IMAGES, new int[] {count, rows, columns}, data);
  }

  @Test
  void theSizeOfThePicturesStandsInTheHeader() {
    String plain = write(folder, "plain-ubyte", images(7, 2, 3, 0));
    String packed = write(folder, "packed-ubyte.gz", gzip(images(7, 5, 4, 0)));
    org.apache.hadoop.conf.Configuration hadoop = spark.sessionState().newHadoopConf();
    assertThat(IdxPictures.size(hadoop, table("input.features", "idx", plain)))
        .containsExactly(3, 2);
    assertThat(IdxPictures.size(hadoop, table("input.features", "idx", packed)))
        .containsExactly(4, 5);
    assertThatThrownBy(
            () -> IdxPictures.size(hadoop, table("input.features", "idx", plain + "-gone")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("run the command again");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 100})
  void imagesOfSeveralFilesAreReadOneAfterTheOther(int panelRows) {
    String first = write(folder, "first-ubyte", images(7, 2, 3, 0));
    String second = write(folder, "second-ubyte.gz", gzip(images(5, 2, 3, 42)));
    FeatureTable table =
        new FeatureReader(spark).read(features("idx", null, first, second), panelRows);
    assertThat(table.n()).isEqualTo(12);
    assertThat(table.dim()).isEqualTo(6);
    assertThat(table.ids().isRowNumbers()).isTrue();
    FeaturePanel panel = table.panels().first();
    assertThat(panel.memory()).isEqualTo(6L * panel.rows());
    double[][] rows = values(table);
    for (int i = 0; i < 12; i++) {
      for (int d = 0; d < 6; d++) {
        assertThat(rows[i][d]).isEqualTo((i * 6 + d) & 0xff);
      }
    }
  }

  @Test
  void bytesAbove127ArePositive() {
    String path = write(folder, "bright", images(1, 1, 2, 254));
    assertThat(values(new FeatureReader(spark).read(features("idx", null, path), 0)))
        .isDeepEqualTo(new double[][] {{254, 255}});
  }

  @Test
  void labelsOfSeveralFilesFollowTheRows() {
    String first =
        write(folder, "l1", idx(IdxFile.LABELS, new int[] {3}, new byte[] {7, (byte) 200, 9}));
    String second =
        write(folder, "l2", gzip(idx(IdxFile.LABELS, new int[] {2}, new byte[] {9, 10})));
    Labeling read =
        new LabelReader(spark).read(labels("idx", first, second), IdTable.rowNumbers(5));
    assertThat(read.names()).containsExactly("7", "9", "10", "200");
    assertThat(read.labels()).containsExactly(0, 3, 1, 1, 2);
  }

  @Test
  void damagedFilesAreRefusedByNameAndBytes() {
    byte[] whole = images(7, 2, 3, 0);
    byte[] packed = gzip(images(700, 2, 3, 0));
    refused(
        "cut",
        Arrays.copyOf(whole, 50),
        "it has 50 bytes where its header implies 58; it is cut off, so fetch it again");
    refused(
        "long",
        Arrays.copyOf(whole, 60),
        "it has 60 bytes where its header implies 58; it is too long");
    refused("short", Arrays.copyOf(whole, 9), "it ends within the header of 16 bytes");
    refused("empty", new byte[0], "it ends within the header of 16 bytes");
    refused(
        "text",
        "hello, world, here I am".getBytes(StandardCharsets.UTF_8),
        "its first four bytes are 0x68656c6c, where idx images of unsigned bytes start with 0x00000803");
    refused(
        "labels",
        idx(IdxFile.LABELS, new int[] {3}, new byte[3]),
        "its first four bytes are 0x00000801");
    refused(
        "cut.gz",
        Arrays.copyOf(packed, packed.length / 2),
        "after decompression where its header implies 4216; it is cut off");
    refused(
        "none", idx(IdxFile.IMAGES, new int[] {0, 2, 3}, new byte[0]), "the files hold 0 images");
    refused(
        "huge",
        idx(IdxFile.IMAGES, new int[] {1, -1, -1}, new byte[0]),
        "its header has 1 items of 4611686018427387904 bytes, which is damaged or too large; fetch it again");
    byte[] broken = packed.clone();
    Arrays.fill(broken, 20, broken.length, (byte) 0xff);
    refused("broken.gz", broken, "the compressed file is damaged");
  }

  private void refused(String name, byte[] bytes, String message) {
    String path = write(folder, name, bytes);
    assertThatThrownBy(() -> new FeatureReader(spark).read(features("idx", null, path), 0))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input.features")
        .hasMessageContaining(name)
        .hasMessageContaining(message);
  }

  @Test
  void imagesOfAnotherSizeAreRefused() {
    String first = write(folder, "small", images(2, 2, 3, 0));
    String second = write(folder, "turned", images(2, 3, 2, 0));
    assertThatThrownBy(() -> new FeatureReader(spark).read(features("idx", null, first, second), 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("turned: its images are 3 x 2, those of")
        .hasMessageContaining("small are 2 x 3");
  }

  @Test
  void whatIdxFilesCannotHaveIsRefused() {
    String path = write(folder, "small", images(2, 2, 3, 0));
    assertThatThrownBy(() -> new FeatureReader(spark).read(features("idx", "id", path), 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("input.features.id is given, but idx files have no columns");
    assertThatThrownBy(
            () -> new FeatureReader(spark).read(features("idx", null, path + "-gone"), 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("small-gone: there is no such file; check input.features.path");
    String labels = write(folder, "l", idx(IdxFile.LABELS, new int[] {3}, new byte[3]));
    assertThatThrownBy(
            () -> new LabelReader(spark).read(labels("idx", labels), IdTable.rowNumbers(2)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("it has 3 labels for 2 points");
    assertThatThrownBy(
            () ->
                new LabelReader(spark)
                    .read(labels("idx", labels), IdTable.ofLongs(new long[] {5, 6, 7})))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "idx labels go by row number, but the points have ids of their own (5, ...)");
  }
}
