package dev.concord.linalg;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.blas.JavaBLAS;
import dev.ludovic.netlib.blas.NativeBLAS;
import java.util.Arrays;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.jspecify.annotations.Nullable;

/**
 * Single-precision products of row panels: the arithmetic of the exact neighbour search.
 *
 * <p>Runs on the calling thread alone, on the BLAS that {@link NativeBlas} found. Sums are taken in
 * the library's own order, so the last bits of a result depend on the machine; whoever needs
 * reproducible numbers uses these to choose candidates and recomputes what is kept.
 */
public final class Gemm {
  private static final @Nullable BLAS NETLIB = netlib();

  private Gemm() {}

  private static @Nullable BLAS netlib() {
    return switch (NativeBlas.route()) {
      case NETLIB_OPENBLAS -> NativeBLAS.getInstance();
      case OPENBLAS -> null;
      case JAVA -> Netlib.quietly(JavaBLAS::getInstance);
    };
  }

  /**
   * C = A·B' for row-major panels. Time 2·m·n·k; allocates nothing on the Java heap.
   *
   * @param m rows of A and of C
   * @param n rows of B, columns of C
   * @param k columns of A and of B
   * @param a m·k values from {@code aOffset}
   * @param b n·k values from {@code bOffset}
   * @param c m·n values from 0, overwritten; neither {@code a} nor {@code b}
   */
  public static void abt(
      int m, int n, int k, float[] a, int aOffset, float[] b, int bOffset, float[] c) {
    if (m < 0 || n < 0 || k < 0 || aOffset < 0 || bOffset < 0) {
      throw new IllegalArgumentException(
          String.format("m=%d, n=%d, k=%d, offsets %d and %d", m, n, k, aOffset, bOffset));
    }
    if (a.length - aOffset < (long) m * k
        || b.length - bOffset < (long) n * k
        || c.length < (long) m * n
        || a == c
        || b == c) {
      throw new IllegalArgumentException(
          String.format(
              "A %d x %d from %d of %d, B %d x %d from %d of %d, C of %d",
              m, k, aOffset, a.length, n, k, bOffset, b.length, c.length));
    }
    if (m == 0 || n == 0) {
      return;
    }
    if (k == 0) {
      Arrays.fill(c, 0, m * n, 0f);
      return;
    }
    // Row-major C is column-major C' = B·A', and row-major B is column-major B'.
    if (NETLIB != null) {
      NETLIB.sgemm("T", "N", n, m, k, 1f, b, bOffset, k, a, aOffset, k, 0f, c, 0, n);
    } else {
      openBlas(m, n, k, a, aOffset, b, bOffset, c);
    }
  }

  /**
   * The same without netlib; the binding copies the panels, a third of the time of a 1024 x 1024 x
   * 784 product.
   */
  static void openBlas(
      int m, int n, int k, float[] a, int aOffset, float[] b, int bOffset, float[] c) {
    openblas_nolapack.cblas_sgemm(
        openblas_nolapack.CblasRowMajor,
        openblas_nolapack.CblasNoTrans,
        openblas_nolapack.CblasTrans,
        m,
        n,
        k,
        1f,
        fromZero(a, aOffset, m * k),
        k,
        fromZero(b, bOffset, n * k),
        k,
        0f,
        c,
        n);
  }

  private static float[] fromZero(float[] a, int offset, int length) {
    return offset == 0 ? a : Arrays.copyOfRange(a, offset, offset + length);
  }
}
