package dev.concord.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.image.SegmentedImage.ClusterColours;
import dev.concord.report.ReportWriter;
import dev.concord.report.SampleReports;
import dev.concord.report.ScatterPlot;
import dev.concord.testing.Pictures;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SegmentedImageTest {
  @Test
  void everyPixelHasTheColourOfItsCluster() throws IOException {
    int[] labels = {0, 1, 2, 19, 20, 500};
    BufferedImage image = Pictures.decode(new SegmentedImage(3, 2, labels).segments());
    assertThat(image.getWidth()).isEqualTo(3);
    assertThat(image.getHeight()).isEqualTo(2);
    assertThat(image.getRGB(0, 0) & 0xffffff).isEqualTo(0x2a76c3);
    assertThat(image.getRGB(1, 0) & 0xffffff).isEqualTo(0xd6812e);
    assertThat(image.getRGB(0, 1) & 0xffffff).isEqualTo(0xb65329);
    assertThat(image.getRGB(1, 1) & 0xffffff).isEqualTo(0x9aa1a8);
    assertThat(image.getRGB(2, 1)).isEqualTo(image.getRGB(1, 1));
  }

  @Test
  void theColoursAreThoseOfTheLightPage() {
    String page = ReportWriter.html(SampleReports.bare());
    int[] colours = ClusterColours.all();
    for (int c = 0; c < ScatterPlot.COLOURS; c++) {
      Matcher style = Pattern.compile("--c" + c + ": #([0-9a-f]{6})").matcher(page);
      assertThat(style.find()).isTrue();
      assertThat(Integer.parseInt(style.group(1), 16)).isEqualTo(colours[c]);
    }
    assertThat(colours).hasSize(ScatterPlot.COLOURS + 1);
  }

  @Test
  void greyValuesComeBackAsTheyWere() throws IOException {
    byte[] grey = {0, 127, -128, -1};
    SegmentedImage image = new SegmentedImage(2, 2, new int[4], grey);
    BufferedImage read = Pictures.decode(Objects.requireNonNull(image.original()));
    for (int p = 0; p < 4; p++) {
      assertThat(read.getRaster().getSample(p % 2, p / 2, 0)).isEqualTo(grey[p] & 0xff);
    }
    assertThat(new SegmentedImage(2, 2, new int[4]).original()).isNull();
  }

  @Test
  void aLargePictureIsThinned() throws IOException {
    int width = 3000;
    int height = 1000;
    int[] labels = new int[width * height];
    labels[3 * width + 6] = 1;
    SegmentedImage image = new SegmentedImage(width, height, labels);
    assertThat(image.step()).isEqualTo(2);
    BufferedImage read = Pictures.decode(image.segments());
    assertThat(read.getWidth()).isEqualTo(1500);
    assertThat(read.getHeight()).isEqualTo(500);
    labels[4 * width + 6] = 1;
    assertThat(Pictures.decode(image.segments()).getRGB(3, 2) & 0xffffff).isEqualTo(0xd6812e);
  }

  @Test
  void thePageShowsThePictureBesideItsSegments() {
    SegmentedImage image = new SegmentedImage(2, 1, new int[] {0, 1}, new byte[] {0, -1});
    assertThat(image.html())
        .contains(image.segments(), "Its segments", Objects.requireNonNull(image.original()));
  }

  @Test
  void aPictureThatContradictsItselfIsRefused() {
    assertThatThrownBy(() -> new SegmentedImage(2, 2, new int[3]))
        .hasMessage("3 labels for a picture of 2 x 2");
    assertThatThrownBy(() -> new SegmentedImage(2, 1, new int[2], new byte[1]))
        .hasMessage("1 grey values for 2 pixels");
    assertThatThrownBy(() -> new SegmentedImage(1, 1, new int[] {-1}))
        .hasMessage("cluster -1 is below 0");
  }
}
