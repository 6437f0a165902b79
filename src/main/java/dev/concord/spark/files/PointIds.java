package dev.concord.spark.files;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * The ids of a table of points: those of its points, and those of rows that are left out because a
 * feature is missing.
 *
 * @param points their dense indices are those of the points
 * @param dropped the ids of rows left out
 */
@DefaultSerializer(JavaSerializer.class)
public record PointIds(IdTable points, IdTable dropped) implements Serializable {
  /** The index of an id of a row left out. */
  public static final int DROPPED = -2;

  /** Points of a table of which no row is left out. */
  public static PointIds of(IdTable points) {
    return new PointIds(points, IdTable.none());
  }

  /** Rows of the table. */
  public int rows() {
    return points.size() + dropped.size();
  }

  /** The dense index of a point, {@link #DROPPED}, or -1 for an unknown id. */
  public int indexOf(long id) {
    int at = points.indexOf(id);
    return at < 0 && dropped.indexOf(id) >= 0 ? DROPPED : at;
  }

  /** As {@link #indexOf(long)}. */
  public int indexOf(String id) {
    int at = points.indexOf(id);
    return at < 0 && dropped.indexOf(id) >= 0 ? DROPPED : at;
  }
}
