package dev.concord.image;

import dev.concord.report.PngPicture;
import java.awt.image.BufferedImage;
import org.jspecify.annotations.Nullable;

/**
 * A segmented image as one picture: the image, with known labels framed, beside its segments in
 * colours with their boundaries drawn; and, when there is one column of it, the relaxed solution
 * from blue (lowest) over white to red (highest) like the figures of Wang, Qian and Davidson.
 * Pixels are enlarged to squares. No text, so no fonts are needed.
 */
public final class SegmentPicture {
  private static final int WANTED = 480;
  private static final int GAP = 12;
  private static final int WHITE = 0xffffff;
  private static final int BLACK = 0x000000;

  /** Colours distinguishable with any colour vision (Okabe and Ito 2008). */
  private static final int[] PALETTE = {
    0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7, 0x999999
  };

  private final Layers image;
  private final int scale;
  private final int gap;
  private final BufferedImage canvas;

  private SegmentPicture(Layers image) {
    this.image = image;
    this.scale = Math.max(1, WANTED / Math.max(image.width(), image.height()));
    this.gap = GAP;
    int panels = image.relaxed() == null ? 2 : 3;
    canvas =
        new BufferedImage(
            panels * image.width() * scale + (panels - 1) * gap,
            image.height() * scale,
            BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < canvas.getHeight(); y++) {
      for (int x = 0; x < canvas.getWidth(); x++) {
        canvas.setRGB(x, y, WHITE);
      }
    }
  }

  /**
   * The layers of the picture.
   *
   * @param width pixels of a row
   * @param height rows of pixels
   * @param rgb colour of each pixel in reading order
   * @param clusters cluster of each pixel
   * @param known known label of each pixel, below 0 where there is none; or null
   * @param relaxed a value of each pixel, or null
   */
  public record Layers(
      int width,
      int height,
      int[] rgb,
      int[] clusters,
      int @Nullable [] known,
      double @Nullable [] relaxed) {}

  /** The picture as a PNG file. */
  public static byte[] png(Layers image) {
    SegmentPicture picture = new SegmentPicture(image);
    picture.draw();
    return PngPicture.bytes(picture.canvas);
  }

  private void draw() {
    for (int p = 0; p < image.rgb().length; p++) {
      fill(0, p, image.rgb()[p]);
      fill(1, p, tinted(image.rgb()[p], PALETTE[image.clusters()[p] % PALETTE.length]));
    }
    edges(1, image.clusters(), BLACK);
    double[] relaxed = image.relaxed();
    if (relaxed != null) {
      double most = 0.0;
      for (double value : relaxed) {
        most = Math.max(most, Math.abs(value));
      }
      for (int p = 0; p < relaxed.length; p++) {
        fill(2, p, heat(most == 0.0 ? 0.0 : relaxed[p] / most));
      }
    }
    int[] known = image.known();
    if (known != null) {
      int panels = relaxed == null ? 1 : 3;
      for (int panel = 0; panel < panels; panel += 2) {
        frames(panel, known);
      }
    }
  }

  private void frames(int panel, int[] known) {
    for (int p = 0; p < known.length; p++) {
      if (known[p] >= 0) {
        border(panel, p, known, PALETTE[known[p] % PALETTE.length]);
      }
    }
  }

  private void edges(int panel, int[] of, int colour) {
    for (int p = 0; p < of.length; p++) {
      border(panel, p, of, colour);
    }
  }

  /** Draws those sides of a pixel across which {@code of} changes. */
  private void border(int panel, int p, int[] of, int colour) {
    int x = p % image.width();
    int y = p / image.width();
    int thick = Math.max(1, scale / 6);
    int left = panel * (image.width() * scale + gap) + x * scale;
    int top = y * scale;
    if (x > 0 && of[p - 1] != of[p]) {
      paint(left, top, thick, scale, colour);
    }
    if (x + 1 < image.width() && of[p + 1] != of[p]) {
      paint(left + scale - thick, top, thick, scale, colour);
    }
    if (y > 0 && of[p - image.width()] != of[p]) {
      paint(left, top, scale, thick, colour);
    }
    if (y + 1 < image.height() && of[p + image.width()] != of[p]) {
      paint(left, top + scale - thick, scale, thick, colour);
    }
  }

  private void fill(int panel, int p, int colour) {
    int left = panel * (image.width() * scale + gap) + p % image.width() * scale;
    paint(left, p / image.width() * scale, scale, scale, colour);
  }

  private void paint(int left, int top, int width, int height, int colour) {
    for (int y = top; y < top + height; y++) {
      for (int x = left; x < left + width; x++) {
        canvas.setRGB(x, y, colour);
      }
    }
  }

  /** The brightness of one colour in the hue of another. */
  private static int tinted(int colour, int hue) {
    return mixed(colour, hue, 0.5);
  }

  private static int heat(double value) {
    return value >= 0 ? mixed(WHITE, 0xb2182b, value) : mixed(WHITE, 0x2166ac, -value);
  }

  private static int mixed(int from, int to, double share) {
    int mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      double a = (from >> shift) & 0xff;
      double b = (to >> shift) & 0xff;
      mixed |= (int) Math.round(a + share * (b - a)) << shift;
    }
    return mixed;
  }
}
