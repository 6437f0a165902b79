package dev.concord.linalg.eigen;

import dev.concord.error.ConvergenceException;
import dev.concord.error.MemoryException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.Orthogonalization;
import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.Vectors;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The largest eigenpairs of a symmetric operator by a block Lanczos method with thick restarts (Wu
 * and Simon 2000), run on a Chebyshev polynomial of the operator. Crowded eigenvalues at the upper
 * end come apart in the polynomial, so that a step, which costs some cheap products, replaces
 * several steps with the operator itself and all their orthogonalizations.
 *
 * <p>The first basis is built with the operator as it is. Its Ritz values lie below the eigenvalues
 * they stand for, so the polynomial may be made small below the last of them: it is then monotone
 * on all that is wanted. As the Ritz values rise, the polynomial is sharpened. The interval on
 * which it is small ends somewhat below the smallest Ritz value, which proves nothing about the
 * bottom of the spectrum: eigenvalues further down become very negative, show themselves by that,
 * and the interval is extended to them.
 *
 * <p>A step takes (degree)·block products and 8·n·basis·block operations. Memory 8·n·(basis +
 * 4·block) bytes. Runs on all cores with the same bits, takes no lock, and does not depend on
 * earlier solves.
 */
final class BlockLanczos {
  /** Odd, so that the filter is monotone outside its interval at both ends. */
  private static final int DEGREE = 9;

  /** For a block so wide that few steps fill the basis; odd too. */
  private static final int WIDE_DEGREE = 27;

  private static final int BLOCK = EigenSizes.BLOCK;

  /** Ritz values beyond the wanted ones that lie above the cut. */
  private static final int GUARD = 2;

  /** The filter is renewed when it can be made narrower above the cut by this factor. */
  private static final double SHARPER = 0.6;

  /** The filter is renewed when a Ritz value of it falls below this. */
  private static final double DEEP = -3.0;

  /** How far the cut stays away from the last wanted value, as part of the range above that. */
  private static final double CLEAR = 0.1;

  /** Of a column's length: less than this that is left of it is rounding. */
  private static final double ROUNDING = 1e-14;

  private final Deflation a;
  private final int n;
  private final int free;
  private final int wanted;
  private final int capacity;
  private final double tolerance;
  private final int maxRestarts;
  private final IterationListener listener;
  private final SplittableRandom random;
  private final double[] h;
  private double[] basis;
  private int block;
  private ChebyshevFilter filter;
  private double low = Double.POSITIVE_INFINITY;
  private double top = Double.NEGATIVE_INFINITY;
  private double cut = Double.NaN;

  /** Columns whose images are known, and columns behind them whose images are not. */
  private int m;

  private int pending;
  private double[] coupling = new double[0];
  private double[] values = new double[0];
  private double[] ritz = new double[0];
  private int restarts;
  private int lastStep;
  private double worst = Double.NaN;

  /**
   * A solver for one operator.
   *
   * @param wanted pairs, at least 1, at most the dimension that {@code a} leaves
   * @param capacity basis vectors, above {@code wanted}; at most that dimension is used
   * @param maxRestarts restarts allowed
   */
  BlockLanczos(
      Deflation a,
      int wanted,
      int capacity,
      double tolerance,
      int maxRestarts,
      long seed,
      IterationListener listener) {
    this.a = a;
    this.n = a.size();
    this.free = n - a.deflated();
    this.wanted = wanted;
    this.block = wanted > 1 ? BLOCK : 2;
    this.capacity = Math.min(free, capacity);
    this.tolerance = tolerance;
    this.maxRestarts = maxRestarts;
    this.listener = listener;
    this.random = new SplittableRandom(seed);
    this.basis = new double[n * (this.capacity + block)];
    this.h = new double[this.capacity * this.capacity];
    this.filter = new ChebyshevFilter(a, 1, -1.0, 1.0);
  }

  /** The pairs, values falling. */
  ConvergedPairs solve() {
    begin(randomBlock());
    while (true) {
      step();
      boolean full = m + pending > capacity;
      if (full || pending == 0 || m >= wanted) {
        rayleighRitz();
        if (worst <= 1.0) {
          return found();
        }
      }
      listener.step(restarts, a.products(), m < wanted ? Double.NaN : worst * tolerance);
      if (pending == 0) {
        throw notConverged();
      }
      if (full) {
        if (++restarts > maxRestarts) {
          throw notConverged();
        }
        restart();
      }
    }
  }

  private ConvergenceException notConverged() {
    return new ConvergenceException(
        String.format(
            "Eigensolver block: after %d restarts and %d products the largest residual of the %d "
                + "pairs of order %d is estimated as %.3g, above tolerance %.3g. Raise max-iterations "
                + "(now %d), loosen tolerance, or change the number of eigenvectors.",
            restarts, a.products(), wanted, n, worst * tolerance, tolerance, maxRestarts));
  }

  private double[] randomBlock() {
    double[] x = new double[Math.multiplyExact(n, Math.min(block, free))];
    Arrays.setAll(x, i -> 2.0 * random.nextDouble() - 1.0);
    return x;
  }

  /** Starts a basis. */
  private void begin(double[] x) {
    m = 0;
    Arrays.fill(h, 0.0);
    pending = append(x, x.length / n);
  }

  /**
   * Puts behind the basis what is independent of it; returns how many columns. Keeps the coupling R
   * of y = basis·c + new·R.
   */
  private int append(double[] y, int columns) {
    double[] r = new double[columns * columns];
    int kept = Orthogonalization.append(n, basis, m, y, columns, free - m, a::project, ROUNDING, r);
    coupling = new double[kept * columns];
    for (int j = 0; j < columns; j++) {
      System.arraycopy(r, j * columns, coupling, j * kept, kept);
    }
    return kept;
  }

  /** The images of the pending columns, and the next ones. */
  private void step() {
    int from = m;
    int count = pending;
    double[] x = Arrays.copyOfRange(basis, from * n, (from + count) * n);
    double[] y = filter.apply(x, count);
    m += count;
    a.project(y, count);
    double[] along = Orthogonalization.subtract(n, basis, m, y, count);
    for (int j = 0; j < count; j++) {
      for (int i = 0; i < m; i++) {
        double value = along[j * m + i];
        if (i >= from) {
          value = 0.5 * (value + along[(i - from) * m + from + j]);
        }
        h[(from + j) * capacity + i] = value;
        h[i * capacity + from + j] = value;
      }
    }
    pending = append(y, count);
    if (pending == 0 && m < free) {
      // An invariant subspace: continue outside of it.
      pending = append(randomBlock(), Math.min(block, free));
      coupling = new double[pending * count];
    }
  }

  /** Ritz pairs, and how far the wanted ones are from converged, in units of the tolerance. */
  private void rayleighRitz() {
    double[] small = new double[m * m];
    for (int j = 0; j < m; j++) {
      System.arraycopy(h, j * capacity, small, j * m, m);
    }
    double[] ascending = DenseSymmetric.eigen(m, small);
    values = new double[m];
    ritz = new double[m * m];
    for (int j = 0; j < m; j++) {
      values[j] = ascending[m - 1 - j];
      System.arraycopy(small, (m - 1 - j) * m, ritz, j * m, m);
    }
    // Without anything pending the basis spans an invariant subspace, or all there is.
    int last = pending == 0 ? 0 : coupling.length / pending;
    lastStep = last;
    worst = m < wanted ? Double.POSITIVE_INFINITY : 0.0;
    for (int j = 0; j < Math.min(wanted, m); j++) {
      double residual = pending == 0 ? 0.0 : residual(j) * filter.flattest(values[j]);
      double limit = tolerance * Math.max(1.0, Math.abs(filter.value(values[j])));
      // NaN must show.
      worst = residual / limit <= worst ? worst : residual / limit;
    }
  }

  /** The norm of the filter's residual of a Ritz vector. */
  private double residual(int j) {
    double[] tail = Arrays.copyOfRange(ritz, (j + 1) * m - lastStep, (j + 1) * m);
    double[] image = new double[pending];
    Vectors.multiply(pending, lastStep, 1, coupling, tail, image);
    return Vectors.norm(pending, image, 0);
  }

  /** Keeps the best Ritz vectors, or starts with a sharper filter from a mixture of them. */
  private void restart() {
    double last = atLeastCut(values[Math.min(m, wanted) - 1]);
    double guarded = atLeastCut(values[Math.min(m, wanted + GUARD) - 1]);
    if (restarts == 1) {
      // The filter is still the operator itself.
      double margin = 0.01 * (filter.value(values[0]) - filter.value(values[m - 1]));
      low =
          filter.value(values[m - 1])
              - Math.max(margin, filter.flattest(values[m - 1]) * residual(m - 1));
      top = filter.value(values[0]) + margin;
    }
    boolean deep = restarts > 1 && deeper();
    boolean few = filter.degree() > 1 && values[Math.min(m, wanted) - 1] <= 1.0;
    if (!deep && few && block < wanted) {
      widen();
      return;
    }
    // Clearly below the last wanted one, of which the guard may be a copy.
    double above = deep && few ? cut : Math.min(guarded, last - CLEAR * (top - last));
    boolean sharper = deep || Double.isNaN(cut) || top - above < SHARPER * (top - cut);
    if (sharper && above > low + 1e-3 * (top - low)) {
      cut = above;
      filter = filter(block > BLOCK ? WIDE_DEGREE : DEGREE);
      begin(block < wanted ? mixture() : leading());
      return;
    }
    int room = Math.min(capacity - 2 * block, wanted + GUARD + (capacity - wanted - GUARD) / 3);
    int keep = Math.min(Math.min(m, capacity - pending), Math.max(wanted + GUARD, room));
    double[] kept = TallSkinny.product(n, basis, m, ritz, keep);
    System.arraycopy(basis, m * n, basis, keep * n, pending * n);
    System.arraycopy(kept, 0, basis, 0, kept.length);
    Arrays.fill(h, 0.0);
    for (int j = 0; j < keep; j++) {
      h[j * capacity + j] = values[j];
    }
    m = keep;
  }

  /** Deflated vectors are projected out after the filter, so the filter must not amplify them. */
  private ChebyshevFilter filter(int most) {
    int degree = ChebyshevFilter.degree(most, low, cut, Math.max(top, a.largest()));
    return new ChebyshevFilter(a, degree, low, cut);
  }

  /** The value behind the filter's; values below the cut are not distinguishable. */
  private double atLeastCut(double filtered) {
    return filter.value(filter.degree() == 1 ? filtered : Math.max(1.0, filtered));
  }

  /**
   * Extends the interval to what showed itself below it; whether that lies so deep that it
   * stretches the spectrum of the filter.
   */
  private boolean deeper() {
    double lowest = values[m - 1];
    if (lowest < -1.0) {
      low = Math.min(low, filter.value(lowest) - 0.01 * (top - low));
    }
    return filter.degree() > 1 && lowest < DEEP;
  }

  /**
   * Eigenvalues of many copies, of which a narrow block shows few: no more than a block's width of
   * each. All wanted ones lie above the cut, so a block as wide as their number shows all of them.
   */
  private void widen() {
    block = Math.min(free, wanted + GUARD);
    long entries = (long) n * (capacity + block);
    if (entries > EigenSizes.LONGEST) {
      throw new MemoryException(
          String.format(
              "Eigensolver block: eigenvalues of more than %d copies need a block of %d vectors of "
                  + "length %d, and with the basis %d entries, more than the %d that one array holds. "
                  + "Use solver = arpack, or lower the number of eigenvectors.",
              BLOCK, block, n, entries, EigenSizes.LONGEST));
    }
    double[] x = leading();
    filter = filter(WIDE_DEGREE);
    basis = new double[n * (capacity + block)];
    begin(x);
  }

  /** The best Ritz vectors as they are; random columns where they are not above the cut. */
  private double[] leading() {
    double[] x = randomBlock();
    int good = 0;
    while (good < Math.min(m, block) && values[good] > 1.0) {
      good++;
    }
    double[] vectors = TallSkinny.product(n, basis, m, Arrays.copyOf(ritz, m * good), good);
    System.arraycopy(vectors, 0, x, 0, vectors.length);
    return x;
  }

  /** Linear combinations of the best Ritz vectors, to restart from with another filter. */
  private double[] mixture() {
    int mixed = Math.min(m, wanted + GUARD);
    double[] weights = new double[m * block];
    for (int c = 0; c < block; c++) {
      for (int j = 0; j < mixed; j++) {
        Vectors.axpy(m, 2.0 * random.nextDouble() - 1.0, ritz, j * m, weights, c * m);
      }
    }
    return TallSkinny.product(n, basis, m, weights, block);
  }

  private ConvergedPairs found() {
    int count = Math.min(wanted, m);
    double[] vectors = TallSkinny.product(n, basis, m, Arrays.copyOf(ritz, m * count), count);
    double[] found = new double[count];
    Arrays.setAll(found, j -> filter.value(values[j]));
    return new ConvergedPairs(found, vectors, restarts);
  }
}
