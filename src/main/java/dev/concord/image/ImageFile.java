package dev.concord.image;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.input.ReadFailures;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Locale;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * An image file (JPEG, PNG, GIF or BMP) behind a Hadoop path. It is decoded on the driver, with 8
 * bytes a pixel at most, and shrunk there. Grey is 0.299 red + 0.587 green + 0.114 blue; grey
 * images are taken as they are, and transparency is ignored.
 */
public final class ImageFile {
  private static final double RED = 0.299;
  private static final double GREEN = 0.587;
  private static final double BLUE = 0.114;
  private static final int BYTES_A_PIXEL = 8;

  private ImageFile() {}

  /** The size of the image that a table of features is made of, after shrinking. */
  public static ImageSize size(Configuration conf, FeaturesConfig config) {
    ImageSettings settings = ImageSettings.of(config.table());
    return ReadFailures.guard(
        config.table(),
        () ->
            open(
                conf,
                config.table(),
                reader -> settings.shrunk(config.table(), original(config.table(), reader))));
  }

  /**
   * Decodes and shrinks the image.
   *
   * @throws InputException when there is no such file, it is no image or a damaged one, or it is
   *     too large for this JVM
   */
  public static Picture read(Configuration conf, FeaturesConfig config) {
    ImageSettings settings = ImageSettings.of(config.table());
    return ReadFailures.guard(
        config.table(),
        () -> open(conf, config.table(), reader -> decode(config.table(), reader, settings)));
  }

  /** An action on a reader. */
  @FunctionalInterface
  private interface Use<T> {
    T of(ImageReader reader) throws IOException;
  }

  private static <T> T open(Configuration conf, TableConfig table, Use<T> use) throws IOException {
    if (table.paths().size() != 1) {
      throw table.refuse(
          "format image takes one file, not %d; name one image".formatted(table.paths().size()));
    }
    Path path = new Path(table.paths().get(0));
    FileSystem system = path.getFileSystem(conf);
    if (!system.exists(path)) {
      throw refuse(table, "there is no file at " + path + "; check " + table.key() + ".path");
    }
    FileStatus status = system.getFileStatus(path);
    if (status.isDirectory()) {
      throw refuse(table, "this is a folder; name the image file itself");
    }
    try (InputStream in = system.open(path);
        ImageInputStream bytes = new MemoryCacheImageInputStream(in)) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(bytes);
      if (!readers.hasNext()) {
        throw refuse(
            table,
            "the content of its %d bytes is no image that can be read here; give one of %s"
                .formatted(status.getLen(), formats()));
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(bytes, true, true);
        return use.of(reader);
      } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
        // The decoders of the JDK throw all of these for files that are cut off or scribbled on.
        throw refuse(
            table,
            "the image cannot be decoded (%s); it is damaged or of a kind that is not supported, such as CMYK, so save it anew as PNG"
                .formatted(e.getMessage()));
      } finally {
        reader.dispose();
      }
    }
  }

  private static String formats() {
    TreeSet<String> names = new TreeSet<>();
    for (String name : ImageIO.getReaderFormatNames()) {
      names.add(name.toUpperCase(Locale.ROOT));
    }
    return String.join(", ", names);
  }

  private static ImageSize original(TableConfig table, ImageReader reader) throws IOException {
    ImageSize size = new ImageSize(reader.getWidth(0), reader.getHeight(0));
    if (size.width() < 1 || size.height() < 1) {
      throw refuse(
          table,
          "it has %d x %d pixels; give an image with at least one"
              .formatted(size.width(), size.height()));
    }
    return size;
  }

  private static Picture decode(TableConfig table, ImageReader reader, ImageSettings settings)
      throws IOException {
    ImageSize full = original(table, reader);
    ImageSize size = settings.shrunk(table, full);
    if (size.pixels() > Integer.MAX_VALUE / 8 || full.pixels() > Integer.MAX_VALUE / 8) {
      throw refuse(
          table,
          "it has %,d x %,d pixels, more than can be decoded in one piece; cut it or shrink it first"
              .formatted(full.width(), full.height()));
    }
    long free = Runtime.getRuntime().maxMemory();
    long needed = BYTES_A_PIXEL * full.pixels();
    if (needed > free / 2) {
      throw refuse(
          table,
          "it has %,d x %,d pixels, and decoding them takes %,d MiB of the driver's %,d MiB; shrink the image first, or give the driver more memory"
              .formatted(full.width(), full.height(), needed >> 20, free >> 20));
    }
    return shrink(reader.read(0), full, size, settings.rgb());
  }

  private static Picture shrink(BufferedImage image, ImageSize full, ImageSize size, boolean rgb) {
    AreaAverage average = new AreaAverage(full, size);
    double[][] planes;
    if (image.getRaster().getNumBands() <= 2 && !isIndexed(image)) {
      // Not by getRGB, which converts between the brightness scales of grey and of colours.
      planes = new double[][] {average.of((y, row) -> grey(image.getRaster(), y, row))};
    } else {
      planes = new double[3][];
      for (int c = 0; c < 3; c++) {
        int shift = 16 - 8 * c;
        planes[c] = average.of((y, row) -> channel(image, y, shift, row));
      }
    }
    int n = Math.toIntExact(size.pixels());
    int[] colours = new int[n];
    double[] values = new double[rgb ? Math.multiplyExact(3, n) : n];
    for (int p = 0; p < n; p++) {
      double red = planes[0][p];
      double green = planes[planes.length == 1 ? 0 : 1][p];
      double blue = planes[planes.length == 1 ? 0 : 2][p];
      colours[p] = (byteOf(red) << 16) | (byteOf(green) << 8) | byteOf(blue);
      if (rgb) {
        values[3 * p] = red;
        values[3 * p + 1] = green;
        values[3 * p + 2] = blue;
      } else {
        values[p] = planes.length == 1 ? red : RED * red + GREEN * green + BLUE * blue;
      }
    }
    return new Picture(size, colours, values, rgb ? 3 : 1);
  }

  private static boolean isIndexed(BufferedImage image) {
    return image.getColorModel() instanceof java.awt.image.IndexColorModel;
  }

  private static int byteOf(double value) {
    return (int) Math.round(Math.max(0.0, Math.min(1.0, value)) * 255.0);
  }

  private static void grey(Raster raster, int y, double[] row) {
    double white = (1L << raster.getSampleModel().getSampleSize(0)) - 1.0;
    for (int x = 0; x < row.length; x++) {
      row[x] = raster.getSample(x, y, 0) / white;
    }
  }

  private static void channel(BufferedImage image, int y, int shift, double[] row) {
    for (int x = 0; x < row.length; x++) {
      row[x] = ((image.getRGB(x, y) >> shift) & 0xff) / 255.0;
    }
  }

  private static InputException refuse(TableConfig table, String what) {
    return table.refuse(what);
  }
}
