package dev.concord.spark.input.features;

import dev.concord.spark.files.IdTable;

/**
 * Some new points as they come out of their table.
 *
 * @param rows how many
 * @param longs their ids, or empty when ids are strings
 * @param strings their ids, or empty when ids are whole numbers
 * @param values rows·dim features, row-major, all finite
 */
public record FeatureBatch(int rows, long[] longs, String[] strings, double[] values) {

  /** The id of a row: a Long or a String. */
  public Object id(int row) {
    return strings.length > 0 ? strings[row] : (Object) longs[row];
  }

  /** The dense index of a row's id in a table, or -1; the id counts as it stands, 007 is not 7. */
  public int indexIn(IdTable ids, int row) {
    return ids.find(id(row));
  }

  /** The id of a row as text. */
  public String name(int row) {
    return id(row).toString();
  }
}
