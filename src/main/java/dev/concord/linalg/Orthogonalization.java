package dev.concord.linalg;

/**
 * Growing an orthonormal basis by blocks: the new columns are taken off the basis together, twice,
 * which reads it once for several of them, then off each other. A column that loses most of its
 * length there is taken off the basis again.
 */
public final class Orthogonalization {
  private Orthogonalization() {}

  /** Takes what must not be in the basis out of {@code columns} vectors. */
  @FunctionalInterface
  public interface Projection {
    /** Leaves nothing out. */
    Projection NONE = (x, columns) -> {};

    void apply(double[] x, int columns);
  }

  /**
   * Puts behind the first m columns of {@code basis} what is independent of them, on all cores with
   * the same bits. Time 8·n·m a column.
   *
   * @param y n·columns values, column-major; overwritten
   * @param most columns to add at most
   * @param least what is left of a column is dropped when it is below this part of its length
   * @param r columns·columns values, zero; receives R of y = basis·c + new·R, column-major with
   *     {@code columns} rows
   * @return how many columns were added
   */
  public static int append(
      int n,
      double[] basis,
      int m,
      double[] y,
      int columns,
      int most,
      Projection out,
      double least,
      double[] r) {
    double[] before = new double[columns];
    for (int j = 0; j < columns; j++) {
      before[j] = Vectors.norm(n, y, j * n);
    }
    for (int pass = 0; pass < 2; pass++) {
      out.apply(y, columns);
      subtract(n, basis, m, y, columns);
    }
    double[] column = new double[n];
    int kept = 0;
    for (int j = 0; j < columns && kept < most; j++) {
      System.arraycopy(y, j * n, column, 0, n);
      double length = before[j];
      double left = 0.0;
      for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < kept; i++) {
          int at = (m + i) * n;
          double along = Vectors.dot(n, basis, at, column, 0);
          Vectors.axpy(n, -along, basis, at, column, 0);
          r[j * columns + i] += along;
        }
        left = Vectors.norm(n, column, 0);
        if (left > 0.1 * length || !(left > least * before[j])) {
          break;
        }
        length = left;
        out.apply(column, 1);
        subtract(n, basis, m, column, 1);
      }
      if (left > least * before[j]) {
        Vectors.scale(n, 1.0 / left, column, 0);
        System.arraycopy(column, 0, basis, (m + kept) * n, n);
        r[j * columns + kept++] = left;
      }
    }
    return kept;
  }

  /** y −= V·V'y for the first m columns V of {@code basis}; returns V'y. */
  public static double[] subtract(int n, double[] basis, int m, double[] y, int columns) {
    double[] along = TallSkinny.gram(n, basis, m, y, columns);
    TallSkinny.addProduct(n, -1.0, basis, m, along, columns, y, 0);
    return along;
  }
}
