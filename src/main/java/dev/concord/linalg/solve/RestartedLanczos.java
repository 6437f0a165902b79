package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.Orthogonalization;
import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.Vectors;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The largest eigenpairs of a symmetric operator by the Lanczos method with thick restarts (Wu and
 * Simon 2000) and partial reorthogonalization (Simon 1984). A new vector is taken off the two
 * before it alone. A recurrence estimates what rounding has left of the others in it ({@link
 * OrthogonalityEstimate}); only where that grows beyond a limit are this vector and the next taken
 * off the whole basis. So the basis is read seldom, and products are most of the work.
 *
 * <p>Memory 8·n·(basis + 2) bytes, and the result. Runs on all cores with the same bits, takes no
 * lock, and does not depend on earlier solves.
 */
final class RestartedLanczos {
  /** Of the operator's norm: less than this that is left of a product is rounding. */
  private static final double ROUNDING = 1e-14;

  /** Vectors whose inner products stay below this give Ritz pairs as good as orthogonal ones. */
  private static final double SEMIORTHOGONAL = 1e-10;

  /** What is left of less than this part of its length is not orthogonal to working accuracy. */
  private static final double SHORTER = 0.1;

  /** How much of the room beyond the wanted vectors a restart fills with further Ritz vectors. */
  private static final double KEPT = 0.4;

  /** Steps between two looks at the Ritz pairs. */
  private static final int LOOK = 5;

  /** The tolerance of the guards. */
  private static final double GUARDS = 1e-4;

  /**
   * When the iteration ends.
   *
   * @param wanted pairs to the tolerance, at least 1
   * @param guards further pairs, which need not be as good: they show that the wanted ones are not
   *     the last ones of the space
   * @param tolerance of a residual, relative to values above 1
   */
  record Aim(int wanted, int guards, double tolerance) {}

  private final Deflation a;
  private final int n;
  private final Aim aim;
  private final int pairs;
  private final int capacity;
  private final int maxRestarts;
  private final IterationListener listener;
  private final SplittableRandom random;
  private final OrthogonalityEstimate estimate;
  private final double limit;
  private final double[] basis;
  private final double[] h;
  private final double[] x;
  private final double[] w;

  /** The length of {@code w}, which becomes the next vector. */
  private double beta;

  private double norm;
  private int kept;
  private boolean again;
  private double[] values = new double[0];
  private double[] ritz = new double[0];
  private double worst = Double.NaN;

  /**
   * A solver for one operator.
   *
   * @param aim whose pairs together are at most the dimension that {@code a} leaves
   * @param basis vectors, at least 3 more than the pairs, or all that dimension has
   * @param maxRestarts restarts allowed
   */
  RestartedLanczos(
      Deflation a, Aim aim, int basis, int maxRestarts, long seed, IterationListener listener) {
    this.a = a;
    this.n = a.size();
    this.aim = aim;
    this.pairs = aim.wanted() + aim.guards();
    this.capacity = Math.min(n - a.deflated(), basis);
    this.maxRestarts = maxRestarts;
    this.listener = listener;
    this.random = new SplittableRandom(seed);
    this.estimate = new OrthogonalityEstimate(n, capacity);
    this.limit = Math.max(Math.min(SEMIORTHOGONAL, 0.01 * aim.tolerance()), 4.0 * estimate.least());
    this.basis = new double[n * capacity];
    this.h = new double[capacity * capacity];
    this.x = new double[n];
    this.w = new double[n];
  }

  /** The pairs, values falling. */
  ConvergedPairs solve() {
    beginWithRandom(0);
    for (int restarts = 0; ; restarts++) {
      for (int j = kept; j < capacity; j++) {
        step(j);
        boolean look = j + 1 == capacity || (j >= pairs && (j - kept) % LOOK == LOOK - 1);
        if (look && rayleighRitz(j + 1)) {
          return found(j + 1, restarts);
        }
        listener.step(restarts, a.products(), worst * aim.tolerance());
      }
      if (restarts == maxRestarts) {
        throw notConverged();
      }
      restart();
    }
  }

  private ConvergedPairs found(int m, int restarts) {
    double[] vectors = TallSkinny.product(n, basis, m, Arrays.copyOf(ritz, m * pairs), pairs);
    return new ConvergedPairs(Arrays.copyOf(values, pairs), vectors, restarts);
  }

  private ConvergenceException notConverged() {
    return new ConvergenceException(
        String.format(
            "Eigensolver lanczos: after %d restarts and %d products the largest residual of the %d "
                + "pairs of order %d is estimated as %.3g, above tolerance %.3g. Raise "
                + "max-iterations (now %d), loosen tolerance, or change the number of eigenvectors.",
            maxRestarts,
            a.products(),
            pairs,
            n,
            worst * aim.tolerance(),
            aim.tolerance(),
            maxRestarts));
  }

  /** Vector j is random, and coupled to none before it. */
  private void beginWithRandom(int j) {
    Arrays.setAll(w, i -> 2.0 * random.nextDouble() - 1.0);
    for (int pass = 0; pass < 2; pass++) {
      a.project(w, 1);
      Orthogonalization.subtract(n, basis, j, w, 1);
    }
    beta = ParallelVectors.norm(n, w, 0);
    append(j, 0.0);
  }

  /** Vector j is what is left of the last product. */
  private void append(int j, double coupling) {
    double scale = 1.0 / beta;
    for (int i = 0; i < n; i++) {
      basis[j * n + i] = scale * w[i];
    }
    if (j > 0) {
      h[j * capacity + j - 1] = coupling;
      h[(j - 1) * capacity + j] = coupling;
    }
  }

  /** The product with vector j, taken off the vectors up to that; it becomes vector j + 1. */
  private void step(int j) {
    System.arraycopy(basis, j * n, x, 0, n);
    a.applyPlain(x, w, 1);
    if (j == kept) {
      // The first vector after a restart is coupled to all that were kept.
      double[] along = Orthogonalization.subtract(n, basis, j + 1, w, 1);
      beta = projected();
      norm = Math.max(norm, Math.abs(along[j]) + beta);
      takeOff(j, along[j]);
      estimate.bothOrthogonalized(j);
    } else {
      double alpha = ParallelVectors.dot(n, basis, j * n, w, 0);
      h[j * capacity + j] = alpha;
      ParallelVectors.subtract(n, basis, (j - 1) * n, h[(j - 1) * capacity + j], alpha, w);
      beta = projected();
      norm = Math.max(norm, Math.abs(alpha) + beta);
      boolean lost = estimate.advance(h, j, beta, norm) > limit;
      if (lost || again || j == capacity - 1) {
        takeOff(j, alpha);
        estimate.orthogonalized(j);
      }
      again = lost;
    }
    boolean nothing = beta <= ROUNDING * norm || j + 1 == n - a.deflated();
    if (nothing) {
      beta = 0.0;
    }
    if (j + 1 < capacity) {
      if (nothing) {
        // An invariant subspace: continue outside of it.
        beginWithRandom(j + 1);
        estimate.bothOrthogonalized(j);
      } else {
        append(j + 1, beta);
      }
    }
  }

  /**
   * Takes the deflated directions out of what is left of a product, which the subtraction of
   * earlier vectors would bring back; returns its length.
   */
  private double projected() {
    a.projectOnce(w, 1);
    return ParallelVectors.norm(n, w, 0);
  }

  /** Takes the product off the whole basis up to vector j, again where that leaves little of it. */
  private void takeOff(int j, double alpha) {
    h[j * capacity + j] = alpha;
    double before;
    do {
      before = beta;
      double[] along = Orthogonalization.subtract(n, basis, j + 1, w, 1);
      h[j * capacity + j] += along[j];
      beta = ParallelVectors.norm(n, w, 0);
    } while (beta < SHORTER * before && beta > ROUNDING * norm);
    norm = Math.max(norm, Math.abs(alpha) + beta);
  }

  /**
   * The Ritz pairs of the first m vectors, and how far they are from converged, in units of the
   * tolerance; whether the aim is reached.
   */
  private boolean rayleighRitz(int m) {
    double[] small = new double[m * m];
    for (int j = 0; j < m; j++) {
      System.arraycopy(h, j * capacity, small, j * m, m);
    }
    double[] ascending = DenseSymmetric.eigen(m, small);
    values = new double[m];
    ritz = new double[m * m];
    worst = 0.0;
    for (int j = 0; j < m; j++) {
      values[j] = ascending[m - 1 - j];
      System.arraycopy(small, (m - 1 - j) * m, ritz, j * m, m);
      if (j < pairs) {
        double tolerance = j < aim.wanted() ? aim.tolerance() : Math.max(GUARDS, aim.tolerance());
        double ratio = residual(m, j) / (tolerance * Math.max(1.0, Math.abs(values[j])));
        // NaN must show.
        worst = ratio <= worst ? worst : ratio;
      }
    }
    return worst <= 1.0;
  }

  private double residual(int m, int j) {
    return beta * Math.abs(ritz[j * m + m - 1]);
  }

  /** Keeps the best Ritz vectors, each coupled to the vector that follows the basis. */
  private void restart() {
    int m = capacity;
    kept = pairs + (int) (KEPT * (m - pairs));
    kept = Math.min(kept, m - 2);
    TallSkinny.rotate(n, basis, m, ritz, kept);
    Arrays.fill(h, 0.0);
    append(kept, 0.0);
    for (int i = 0; i < kept; i++) {
      h[i * m + i] = values[i];
      double coupling = beta * ritz[i * m + m - 1];
      h[i * m + kept] = coupling;
      h[kept * m + i] = coupling;
    }
    again = false;
  }

  /**
   * Sums over long vectors on all cores. Entries are taken in chunks of a fixed size and the
   * chunks' sums are added in order, so the bits do not depend on the number of cores. Vectors lie
   * in arrays from an offset; the caller guarantees the lengths.
   */
  static final class ParallelVectors {
    private static final int CHUNK = 8192;

    private ParallelVectors() {}

    /** x'y over {@code n} entries. */
    public static double dot(int n, double[] x, int xOffset, double[] y, int yOffset) {
      int chunks = (n + CHUNK - 1) / CHUNK;
      double[] parts = new double[chunks];
      IntStream.range(0, chunks)
          .parallel()
          .forEach(
              c -> {
                int from = c * CHUNK;
                int length = Math.min(CHUNK, n - from);
                parts[c] = Vectors.dot(length, x, xOffset + from, y, yOffset + from);
              });
      double sum = 0.0;
      for (double part : parts) {
        sum += part;
      }
      return sum;
    }

    /** ‖x‖₂ of {@code n} entries. */
    public static double norm(int n, double[] x, int xOffset) {
      return Math.sqrt(dot(n, x, xOffset, x, xOffset));
    }

    /**
     * y −= alpha·v + beta·u for two neighbouring columns u, v of a matrix of {@code n} rows.
     *
     * @param uOffset of u; v follows
     */
    public static void subtract(
        int n, double[] matrix, int uOffset, double beta, double alpha, double[] y) {
      IntStream.range(0, (n + CHUNK - 1) / CHUNK)
          .parallel()
          .forEach(
              c -> {
                int u = uOffset + c * CHUNK;
                int v = u + n;
                int from = c * CHUNK;
                int length = Math.min(CHUNK, n - from);
                for (int i = 0; i < length; i++) {
                  y[from + i] -= alpha * matrix[v + i] + beta * matrix[u + i];
                }
              });
    }
  }
}
