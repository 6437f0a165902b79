package dev.concord.study;

import dev.concord.method.auto.LabelledTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The data sets of the studies by their names. */
public final class StudySets {
  /** The digits 0 to 4 of the test set of MNIST, as in the paper on CCSKL. */
  private static final String FIVE_DIGITS = "mnist-0-4";

  private static final int DIGITS = 5;

  /** The training images of MNIST, then the test images. */
  private static final String MNIST = "mnist";

  private static final int CLASSES = 10;

  /** Magic number, count, rows, columns. */
  private static final int IMAGES_HEAD = 4 * Integer.BYTES;

  /** Magic number, count. */
  private static final int LABELS_HEAD = 2 * Integer.BYTES;

  private StudySets() {}

  /**
   * The table of a set.
   *
   * @param data a folder that holds NAME.csv or NAME.csv.gz, and for {@value #MNIST} and {@value
   *     #FIVE_DIGITS} the idx files in mnist
   * @param scaling as {@link LabelledTable#read} has it; images are never scaled
   */
  public static LabelledTable read(Path data, String name, String scaling) throws IOException {
    if (name.equals(FIVE_DIGITS)) {
      return mnist(name, data.resolve("mnist"), DIGITS, "t10k");
    } else if (name.equals(MNIST)) {
      return mnist(name, data.resolve("mnist"), CLASSES, "train", "t10k");
    }
    Path plain = data.resolve(name + ".csv");
    Path file = Files.exists(plain) ? plain : data.resolve(name + ".csv.gz");
    return LabelledTable.read(file, scaling, Integer.MAX_VALUE);
  }

  /** The images of the digits below {@code classes}, file after file. */
  private static LabelledTable mnist(String name, Path folder, int classes, String... files)
      throws IOException {
    byte[][] images = new byte[files.length][];
    byte[][] labels = new byte[files.length][];
    int n = 0;
    for (int f = 0; f < files.length; f++) {
      images[f] = bytes(folder.resolve(files[f] + "-images-idx3-ubyte.gz"), IMAGES_HEAD);
      labels[f] = bytes(folder.resolve(files[f] + "-labels-idx1-ubyte.gz"), LABELS_HEAD);
      for (byte label : labels[f]) {
        n += label < classes ? 1 : 0;
      }
    }
    int dim = images[0].length / labels[0].length;
    double[] values = new double[n * dim];
    int[] truth = new int[n];
    int row = 0;
    for (int f = 0; f < files.length; f++) {
      for (int i = 0; i < labels[f].length; i++) {
        if (labels[f][i] < classes) {
          for (int d = 0; d < dim; d++) {
            values[row * dim + d] = Byte.toUnsignedInt(images[f][i * dim + d]);
          }
          truth[row++] = labels[f][i];
        }
      }
    }
    return new LabelledTable(name, values, dim, truth, classes);
  }

  /** The content of a compressed idx file after its head of so many bytes. */
  private static byte[] bytes(Path file, int head) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      in.skipNBytes(head);
      return in.readAllBytes();
    }
  }
}
