package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;

/**
 * A column of category codes: one feature a level, which is {@link #PRESENT} in the rows of that
 * level and 0 in all others. So two levels are at the squared distance 1.
 *
 * @param levels the distinct codes, ascending by {@link String#compareTo}
 * @param missing whether missing values are a level of their own, the last one
 */
@DefaultSerializer(JavaSerializer.class)
public record CategoryColumn(String name, List<String> levels, boolean missing)
    implements Serializable {
  /** The feature of a row's own level, in single precision, in which panels hold it. */
  public static final double PRESENT = (float) Math.sqrt(0.5);

  /** Features of the column, at least 1. */
  public int dim() {
    return Math.max(1, levels.size() + (missing ? 1 : 0));
  }

  /** The feature of a code, or -1 when it is no level. */
  public int indexOf(String code) {
    return Math.max(-1, Collections.binarySearch(levels, code));
  }

  /**
   * Copies the features of a code to {@code target}, which is all zero there. A code that is no
   * level stays zero; so does a missing one when {@code fills}, unless it is a level; else it is
   * NaN.
   *
   * @param code empty where it is missing
   * @param at the first of the column's features
   */
  public void copy(String code, double[] target, int at, boolean fills) {
    if (!code.isEmpty()) {
      int level = indexOf(code);
      if (level >= 0) {
        target[at + level] = PRESENT;
      }
    } else if (missing) {
      target[at + levels.size()] = PRESENT;
    } else if (!fills) {
      target[at] = Double.NaN;
    }
  }

  /** Features of several columns. */
  public static int dim(List<CategoryColumn> columns) {
    return columns.stream().mapToInt(CategoryColumn::dim).sum();
  }
}
