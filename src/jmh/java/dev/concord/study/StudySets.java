package dev.concord.study;

import dev.concord.method.auto.LabelledTable;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The data sets of the studies by their names. */
final class StudySets {
  /** The digits 0 to 4 of the test set of MNIST, as in the paper on CCSKL. */
  private static final String MNIST = "mnist-0-4";

  private static final int DIGITS = 5;

  private StudySets() {}

  /**
   * The table of a set.
   *
   * @param data a folder that holds NAME.csv or NAME.csv.gz, and for {@value #MNIST} the idx files
   *     in mnist
   * @param scaling as {@link LabelledTable#read} has it; images are never scaled
   */
  static LabelledTable read(Path data, String name, String scaling) throws IOException {
    if (name.equals(MNIST)) {
      return mnist(data.resolve("mnist"));
    }
    Path plain = data.resolve(name + ".csv");
    Path file = Files.exists(plain) ? plain : data.resolve(name + ".csv.gz");
    return LabelledTable.read(file, scaling, Integer.MAX_VALUE);
  }

  private static LabelledTable mnist(Path folder) throws IOException {
    byte[] images;
    byte[] labels;
    int dim;
    try (DataInputStream in = open(folder.resolve("t10k-images-idx3-ubyte.gz"))) {
      in.skipNBytes(2 * Integer.BYTES);
      dim = in.readInt() * in.readInt();
      images = in.readAllBytes();
    }
    try (DataInputStream in = open(folder.resolve("t10k-labels-idx1-ubyte.gz"))) {
      in.skipNBytes(2 * Integer.BYTES);
      labels = in.readAllBytes();
    }
    int n = 0;
    for (byte label : labels) {
      n += label < DIGITS ? 1 : 0;
    }
    double[] values = new double[n * dim];
    int[] truth = new int[n];
    int row = 0;
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] < DIGITS) {
        for (int d = 0; d < dim; d++) {
          values[row * dim + d] = Byte.toUnsignedInt(images[i * dim + d]);
        }
        truth[row++] = labels[i];
      }
    }
    return new LabelledTable(MNIST, values, dim, truth, DIGITS);
  }

  private static DataInputStream open(Path file) throws IOException {
    try (InputStream packed = new GZIPInputStream(Files.newInputStream(file))) {
      return new DataInputStream(new ByteArrayInputStream(packed.readAllBytes()));
    }
  }
}
