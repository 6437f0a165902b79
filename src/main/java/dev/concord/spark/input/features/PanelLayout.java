package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import java.io.Serializable;

/**
 * How n rows are cut into panels of consecutive rows. Depends on n and dim alone (and on the
 * override), never on partitions or cores.
 *
 * <p>Up to 4,096 rows are one panel. More rows make at least 16 panels, so that the tile pairs of a
 * search keep many cores busy, of at most 8,192 rows each. A panel holds at most 64 MB in single
 * precision; of more than 65,536 features, which few tables have unless most are zero, it has 256
 * rows, or as many as have 2^26 values with their zeros, but at least one. Panels are balanced: all
 * have {@code panelRows} rows, the last one at most that many.
 *
 * @param n rows of the table, at least 1
 * @param dim features a row
 * @param panelRows rows a panel
 * @param panels number of panels
 */
@DefaultSerializer(JavaSerializer.class)
public record PanelLayout(int n, int dim, int panelRows, int panels) implements Serializable {
  private static final int ONE_PANEL = 4_096;
  private static final int MOST_ROWS = 8_192;
  private static final int LEAST_ROWS = 256;

  /** Values of a panel of so few rows. */
  private static final long MOST_OF_FEW = 1L << 26;

  private static final int LEAST_PANELS = 16;
  private static final long MOST_VALUES = (64L << 20) / Float.BYTES;
  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;

  /**
   * The layout of n rows.
   *
   * @param override rows a panel, or 0 to choose
   * @throws InputException if {@code override} is negative or its panels would not fit an array
   */
  public static PanelLayout of(int n, int dim, int override) {
    if (n < 1 || dim < 1) {
      throw new IllegalArgumentException("a layout of " + n + " rows of " + dim + " features");
    }
    if (override < 0 || (long) Math.min(override, n) * dim > LARGEST_ARRAY) {
      throw new InputException(
          "plan.panel-rows = %d does not serve %d rows of %d features: it must be 0 (automatic) or"
                  .formatted(override, n, dim)
              + " at least 1, and a panel must have fewer than 2^31 values; set it to 0");
    }
    long rows = override > 0 ? Math.min(override, n) : automatic(n, dim);
    int panels = (int) ((n + rows - 1) / rows);
    if (override == 0) {
      rows = ((long) n + panels - 1) / panels;
      panels = (int) ((n + rows - 1) / rows);
    }
    return new PanelLayout(n, dim, (int) rows, panels);
  }

  private static long automatic(int n, int dim) {
    long rows = n <= ONE_PANEL ? n : Math.min(MOST_ROWS, (n + LEAST_PANELS - 1L) / LEAST_PANELS);
    long wide = Math.min(LEAST_ROWS, MOST_OF_FEW / dim);
    return Math.max(1, Math.min(rows, Math.max(wide, MOST_VALUES / dim)));
  }

  /** Dense index of the first row of {@code panel}. */
  public int firstRow(int panel) {
    return panel * panelRows;
  }

  /** Rows of {@code panel}. */
  public int rows(int panel) {
    return Math.min(panelRows, n - firstRow(panel));
  }

  /** The panel that holds the row with dense index {@code row}. */
  public int panelOf(int row) {
    return row / panelRows;
  }
}
