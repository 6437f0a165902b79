package dev.concord.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;

/** Reads reference results from the resources under {@code /golden}. */
public final class Golden {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Golden() {}

  /** The JSON document at {@code /golden/}{@code path}, unpacked when it ends in .gz. */
  public static JsonNode load(String path) {
    try (InputStream in = Golden.class.getResourceAsStream("/golden/" + path)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource /golden/" + path);
      }
      return MAPPER.readTree(path.endsWith(".gz") ? new GZIPInputStream(in) : in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An array of numbers. */
  public static double[] doubles(JsonNode array) {
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).doubleValue();
    }
    return values;
  }

  /** An array of whole numbers. */
  public static int[] ints(JsonNode array) {
    int[] values = new int[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.get(i).intValue();
    }
    return values;
  }

  /** An array of rows. */
  public static double[][] matrix(JsonNode rows) {
    double[][] values = new double[rows.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = doubles(rows.get(i));
    }
    return values;
  }

  /** An array of rows, row-major in one array. */
  public static double[] rowMajor(JsonNode rows) {
    double[][] matrix = matrix(rows);
    int columns = matrix.length == 0 ? 0 : matrix[0].length;
    double[] values = new double[matrix.length * columns];
    for (int i = 0; i < matrix.length; i++) {
      System.arraycopy(matrix[i], 0, values, i * columns, columns);
    }
    return values;
  }
}
