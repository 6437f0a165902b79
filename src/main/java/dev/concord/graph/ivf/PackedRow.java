package dev.concord.graph.ivf;

/**
 * A row packed into an {@code int}: panel number in the upper 16 bits, row of the panel in the
 * lower 16. As unsigned numbers, packed rows have the order of positions. There must be fewer than
 * 2<sup>16</sup> panels and rows of a panel; with at most 2<sup>31</sup> rows in full panels this
 * holds.
 */
public final class PackedRow {
  /** Exclusive upper bound of panels and of rows of a panel. */
  public static final int LIMIT = 1 << 16;

  private PackedRow() {}

  public static int of(int panel, int row) {
    return panel << 16 | row;
  }

  public static int panel(int place) {
    return place >>> 16;
  }

  public static int row(int place) {
    return place & 0xffff;
  }
}
