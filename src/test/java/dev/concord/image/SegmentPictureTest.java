package dev.concord.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class SegmentPictureTest {
  private static final int[] GREY = {0x404040, 0x404040, 0xc0c0c0, 0xc0c0c0};

  private static BufferedImage draw(int[] known, double[] relaxed) throws IOException {
    byte[] png =
        SegmentPicture.png(
            new SegmentPicture.Layers(2, 2, GREY, new int[] {0, 0, 1, 1}, known, relaxed));
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  private static int at(BufferedImage image, int x, int y) {
    return image.getRGB(x, y) & 0xffffff;
  }

  @Test
  void theImageStandsBesideItsSegmentsWithTheirBoundary() throws IOException {
    BufferedImage picture = draw(null, null);
    assertThat(picture.getWidth()).isEqualTo(2 * 480 + 12);
    assertThat(picture.getHeight()).isEqualTo(480);
    assertThat(at(picture, 100, 100)).isEqualTo(0x404040);
    assertThat(at(picture, 100, 400)).isEqualTo(0xc0c0c0);
    assertThat(at(picture, 485, 100)).isEqualTo(0xffffff);
    // Half the pixel's colour, half the cluster's.
    assertThat(at(picture, 492 + 100, 100)).isEqualTo(0x937020);
    assertThat(at(picture, 492 + 100, 239)).as("boundary").isZero();
    assertThat(at(picture, 492 + 100, 240)).as("boundary").isZero();
    assertThat(at(picture, 492 + 239, 100)).as("no boundary within a cluster").isNotZero();
  }

  @Test
  void knownLabelsAreFramedAndTheRelaxedSolutionGoesFromBlueToRed() throws IOException {
    BufferedImage picture = draw(new int[] {0, -1, -1, -1}, new double[] {2, 0, -1, -2});
    assertThat(picture.getWidth()).isEqualTo(3 * 480 + 24);
    assertThat(at(picture, 239, 100)).as("frame").isEqualTo(0xe69f00);
    assertThat(at(picture, 100, 100)).as("inside the frame").isEqualTo(0x404040);
    assertThat(at(picture, 984 + 100, 100)).isEqualTo(0xb2182b);
    assertThat(at(picture, 984 + 350, 100)).isEqualTo(0xffffff);
    assertThat(at(picture, 984 + 350, 350)).isEqualTo(0x2166ac);
  }
}
