package dev.concord.report;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes small pictures of 8 bits a pixel as PNG (ISO/IEC 15948) inside a {@code data:} URI, so
 * that a page needs no other file. Needs no windowing library. Time and memory O(pixels).
 */
final class PngImage {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int GREY = 0;
  private static final int PALETTE = 3;

  private PngImage() {}

  /**
   * A grey picture.
   *
   * @param pixels width·height values, row by row, 0 black to 255 white as unsigned bytes
   */
  static String grey(int width, int height, byte[] pixels) {
    return uri(width, height, pixels, GREY, new int[0]);
  }

  /**
   * A picture in colours of a palette.
   *
   * @param pixels width·height numbers of colours, row by row, as unsigned bytes
   * @param colours at most 256, each as 0xRRGGBB
   */
  static String colours(int width, int height, byte[] pixels, int[] colours) {
    return uri(width, height, pixels, PALETTE, colours);
  }

  private static String uri(int width, int height, byte[] pixels, int type, int[] colours) {
    if (width < 1 || height < 1 || pixels.length != (long) width * height) {
      throw new IllegalArgumentException(
          pixels.length + " pixels for a picture of " + width + " x " + height);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(SIGNATURE);
      chunk(out, "IHDR", header(width, height, type));
      if (type == PALETTE) {
        chunk(out, "PLTE", palette(colours));
      }
      chunk(out, "IDAT", compressed(width, height, pixels));
      chunk(out, "IEND", new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail so
    }
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static byte[] header(int width, int height, int type) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(width);
    out.writeInt(height);
    // 8 bits, the kind of colour, then the only compression, filter and interlace there are or
    // used.
    out.write(new byte[] {8, (byte) type, 0, 0, 0});
    return bytes.toByteArray();
  }

  private static byte[] palette(int[] colours) {
    byte[] bytes = new byte[3 * colours.length];
    for (int c = 0; c < colours.length; c++) {
      bytes[3 * c] = (byte) (colours[c] >> 16);
      bytes[3 * c + 1] = (byte) (colours[c] >> 8);
      bytes[3 * c + 2] = (byte) colours[c];
    }
    return bytes;
  }

  /** Every row after a byte that says "not filtered". */
  private static byte[] compressed(int width, int height, byte[] pixels) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
      for (int y = 0; y < height; y++) {
        out.write(0);
        out.write(pixels, y * width, width);
      }
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  private static void chunk(DataOutputStream out, String name, byte[] content) throws IOException {
    byte[] type = name.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(type);
    crc.update(content);
    out.writeInt(content.length);
    out.write(type);
    out.write(content);
    out.writeInt((int) crc.getValue());
  }
}
