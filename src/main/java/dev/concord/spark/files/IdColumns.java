package dev.concord.spark.files;

import org.apache.spark.sql.types.DataTypes;

/** Columns of ids as they came: longs or strings. */
public final class IdColumns {
  private IdColumns() {}

  /** The ids of points {@code first} to {@code first + count - 1}. */
  public static TableSlice.Column range(IdTable ids, int first, int count) {
    int[] points = new int[count];
    for (int r = 0; r < count; r++) {
      points[r] = first + r;
    }
    return of(ids, points);
  }

  public static TableSlice.Column of(IdTable ids, int[] points) {
    if (ids.type().equals(DataTypes.StringType)) {
      PackedTexts texts = new PackedTexts();
      for (int point : points) {
        texts.add((String) ids.id(point));
      }
      texts.trim();
      return new TableSlice.Texts(texts);
    }
    long[] longs = new long[points.length];
    for (int r = 0; r < points.length; r++) {
      longs[r] = (Long) ids.id(points[r]);
    }
    return new TableSlice.Longs(longs);
  }
}
