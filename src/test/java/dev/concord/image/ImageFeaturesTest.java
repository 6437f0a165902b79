package dev.concord.image;

import static dev.concord.spark.input.InputFiles.labels;
import static dev.concord.spark.input.InputFiles.values;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.Quarantine;
import dev.concord.spark.input.features.FeatureReader;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.LabelReader;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.testing.SparkTest;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("spark")
class ImageFeaturesTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private static byte[] file(BufferedImage image, String format) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      assertThat(ImageIO.write(image, format, bytes)).isTrue();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static BufferedImage grey(int width, int height, int... values) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    for (int p = 0; p < values.length; p++) {
      image.getRaster().setSample(p % width, p / width, 0, values[p]);
    }
    return image;
  }

  private FeaturesConfig config(String path, String... options) {
    Map<String, String> map = new HashMap<>();
    for (int o = 0; o < options.length; o += 2) {
      map.put(options[o], options[o + 1]);
    }
    TableConfig table = new TableConfig("input.features", "picture", List.of(path), map);
    return new FeaturesConfig(table, null, List.of(), null);
  }

  private double[][] read(FeaturesConfig config) {
    FeatureTable table = new FeatureReader(spark).read(config, 0);
    try {
      assertThat(table.ids().isRowNumbers()).isTrue();
      return values(table);
    } finally {
      table.release();
    }
  }

  @Test
  void pixelsAreRowsInReadingOrderWithTheirPlace() {
    String png = write(folder, "i.png", file(grey(3, 2, 0, 51, 102, 153, 204, 255), "png"));
    double[][] rows = read(config(png, "position", "3"));
    double[][] due = {{0, 0, 0}, {0.2, 1, 0}, {0.4, 2, 0}, {0.6, 0, 1}, {0.8, 1, 1}, {1, 2, 1}};
    for (int i = 0; i < due.length; i++) {
      assertThat(rows[i]).containsExactly(due[i], within(1e-12));
    }
  }

  @Test
  void coloursAreThreeFeaturesOrOneBrightness() {
    BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, 0xff3300);
    String png = write(folder, "c.png", file(image, "png"));
    assertThat(read(config(png, "channels", "rgb"))[0])
        .containsExactly(new double[] {1, 0.2, 0, 0, 0}, within(1e-12));
    assertThat(read(config(png))[0][0]).isCloseTo(0.299 + 0.2 * 0.587, within(1e-12));
  }

  /** Against sums over a grid so fine that every pixel, old and new, is whole cells of it. */
  @ParameterizedTest
  @CsvSource({"7,5,3,2", "6,4,3,2", "5,5,5,5", "9,2,4,1", "8,7,1,1"})
  void shrinkingAveragesAreas(int width, int height, int w, int h) {
    SplittableRandom random = new SplittableRandom(width * 31L + h);
    double[] values = random.doubles((long) width * height).toArray();
    double[] shrunk =
        new AreaAverage(new ImageSize(width, height), new ImageSize(w, h))
            .of((y, row) -> System.arraycopy(values, y * width, row, 0, width));
    double[] sums = new double[w * h];
    for (int y = 0; y < height * h; y++) {
      for (int x = 0; x < width * w; x++) {
        sums[y / height * w + x / width] += values[y / h * width + x / w];
      }
    }
    double[] means = Arrays.stream(sums).map(s -> s / (width * height)).toArray();
    assertThat(shrunk).containsExactly(means, within(1e-12));
  }

  @Test
  void oneSideAloneKeepsTheProportions() {
    String jpg = write(folder, "i.jpg", file(grey(90, 60), "jpg"));
    assertThat(ImageFile.size(spark.sessionState().newHadoopConf(), config(jpg, "width", "30")))
        .isEqualTo(new ImageSize(30, 20));
    assertThat(read(config(jpg, "height", "20"))).hasDimensions(600, 3);
  }

  @Test
  void whatIsNoImageIsRefused() {
    byte[] good = file(grey(40, 40), "png");
    byte[] cut = Arrays.copyOf(good, good.length / 2);
    byte[] huge = good.clone(); // a header of 65,535 x 65,535 pixels
    System.arraycopy(new byte[] {0, 0, -1, -1, 0, 0, -1, -1}, 0, huge, 16, 8);
    byte[] empty = good.clone();
    Arrays.fill(empty, 16, 24, (byte) 0);
    refused(config(write(folder, "cut.png", cut)), "cannot be decoded", "save it anew as PNG");
    refused(config(write(folder, "huge.png", huge)), "65,535 x 65,535 pixels", "shrink");
    refused(config(write(folder, "empty.png", empty)), "empty.png");
    refused(
        config(write(folder, "text.png", "no image".getBytes(StandardCharsets.UTF_8))),
        "no image that can be read here",
        "JPEG",
        "PNG");
    refused(config("file:" + folder.resolve("none.png")), "no file", "input.features.path");
    refused(config("file:" + folder), "folder");
  }

  @ParameterizedTest
  @CsvSource({
    "width,0,whole number",
    "height,2.5,whole number",
    "width,500,not enlarged",
    "channels,hsv,grey or rgb",
    "position,-1,at least 0",
    "size,5,no option of format picture"
  })
  void wrongOptionsAreRefused(String option, String value, String says) {
    String png = write(folder, "o.png", file(grey(4, 4), "png"));
    refused(config(png, option, value), says);
  }

  private void refused(FeaturesConfig config, String... says) {
    assertThatThrownBy(() -> new FeatureReader(spark).read(config, 0))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(says);
  }

  @Test
  void aPlanMayRefuseTheShapeBeforeTheImageIsDecoded() {
    String png = write(folder, "p.png", file(grey(40, 40), "png"));
    assertThatThrownBy(
            () ->
                new FeatureReader(spark)
                    .read(
                        config(png),
                        0,
                        (n, dim) -> {
                          throw new InputException(n + " x " + dim);
                        }))
        .hasMessage("1600 x 3");
  }

  private Labeling blocks(String text) {
    String png = write(folder, "b.png", file(grey(8, 4), "png"));
    return new LabelReader(spark, Quarantine.NONE, config(png, "width", "4"))
        .read(labels("blocks", write(folder, "b.csv", text)), IdTable.rowNumbers(8));
  }

  @Test
  void blocksLabelTheirPixels() {
    Labeling read = blocks("x,y,width,height,label\n0,0,2,1,sky\n3,0,1,2,7\n1,0,1,2,sky\n");
    assertThat(read.names()).containsExactly("7", "sky");
    assertThat(read.labels()).containsExactly(1, 1, -1, 0, -1, 1, -1, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3,0,2,1,a | does not lie in the image of 4 x 2 pixels",
        "0,-1,1,1,a | does not lie in the image",
        "0,0,0,1,a | does not lie in the image",
        "0,0,1.5,1,a | column width of block 1 is no whole number",
        "0,0,1,1, | block 1 has no label"
      })
  void wrongBlocksAreRefused(String block, String says) {
    assertThatThrownBy(() -> blocks("x,y,width,height,label\n" + block.strip() + "\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(says);
  }

  @Test
  void overlappingBlocksOfTwoLabelsAndMissingColumnsAreRefused() {
    assertThatThrownBy(() -> blocks("x,y,width,height,label\n0,0,2,2,a\n1,1,1,1,b\n"))
        .hasMessageContaining("pixel (1, 1) lies in blocks of the labels a and b");
    assertThatThrownBy(() -> blocks("x,y,w,height,label\n0,0,2,2,a\n"))
        .hasMessageContaining("there is no column width");
  }
}
