package dev.concord.report;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Pictures as PNG by the JDK's image library, as bytes of a file or inside a {@code data:} URI, so
 * that a page needs no other file. Needs no screen and writes no temporary file. Time and memory
 * O(pixels).
 */
public final class PngPicture {
  private PngPicture() {}

  /**
   * A grey picture in a data: URI.
   *
   * @param pixels width·height values, row by row, 0 black to 255 white as unsigned bytes
   */
  public static String grey(int width, int height, byte[] pixels) {
    return uri(filled(new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY), pixels));
  }

  /**
   * A picture in colours of a palette, in a data: URI.
   *
   * @param pixels width·height numbers of colours, row by row, as unsigned bytes
   * @param colours at most 256, each as 0xRRGGBB
   */
  public static String colours(int width, int height, byte[] pixels, int[] colours) {
    IndexColorModel palette =
        new IndexColorModel(8, colours.length, colours, 0, false, -1, DataBuffer.TYPE_BYTE);
    return uri(
        filled(new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, palette), pixels));
  }

  /** A picture as the bytes of a PNG file. */
  public static byte[] bytes(BufferedImage picture) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // ImageIO.write on a plain stream would go through a file in the temporary folder.
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(picture, "png", out)) {
        throw new IllegalStateException("this JDK writes no PNG");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail so
    }
    return bytes.toByteArray();
  }

  private static BufferedImage filled(BufferedImage picture, byte[] pixels) {
    if (pixels.length != (long) picture.getWidth() * picture.getHeight()) {
      throw new IllegalArgumentException(
          pixels.length
              + " pixels for a picture of "
              + picture.getWidth()
              + " x "
              + picture.getHeight());
    }
    picture.getRaster().setDataElements(0, 0, picture.getWidth(), picture.getHeight(), pixels);
    return picture;
  }

  private static String uri(BufferedImage picture) {
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(bytes(picture));
  }
}
