package dev.concord.graph.ivf;

/**
 * Where a row stands, as one number: its panel, and its place in the panel. Numbers have the order
 * of positions. Panels and rows of a panel are fewer than 2<sup>16</sup> each; as there are no more
 * than 2<sup>31</sup> rows and most panels are full, they are. Compared as unsigned numbers.
 */
public final class PackedRow {
  /** More than any number of rows of a panel or of panels. */
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
