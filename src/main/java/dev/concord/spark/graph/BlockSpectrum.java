package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.ConvergenceException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.RowBlock;
import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.spark.files.PackedDoubles;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * The largest eigenpairs of D^-1/2 W D^-1/2 of a graph whose edges are on the executors, from
 * approximate ones, with the vectors on the executors, too: a Chebyshev filter, then Rayleigh-Ritz
 * by Gram matrices on the driver, and again (Zhou, Saad, Tiago and Chelikowsky 2006,
 * Self-consistent-field calculations using Chebyshev-filtered subspace iteration, algorithm 4.2).
 *
 * <p>Points are taken in an order in which near ones are together: a product sends the rows of the
 * vectors that a block of points is joined to, not one a pair of points. The driver gets p² numbers
 * a block and step.
 *
 * <p>The same bits on any cluster: blocks depend on the number of points alone, and their sums are
 * added in order. What steps leave behind is cut off from how it was made, so shuffles can go; what
 * is lost with an executor is made again from the start: {@link #again}.
 */
public final class BlockSpectrum implements AutoCloseable {
  /** Products of a step. */
  private static final int DEGREE = 10;

  /** Directions of a block that are longer than this share of the longest are kept. */
  private static final double INDEPENDENT = 1e-12;

  /** Vectors count as orthonormal when no inner product is further off. */
  private static final double ORTHOGONALITY_LIMIT = 1e-10;

  /** What Spark says where a block that was cut off from its making is lost. */
  private static final String LOST = "Checkpoint block";

  private final JavaSparkContext context;
  private final int n;
  private final JavaRDD<PlacedRows> placed;
  private final RowExchange exchange;
  private final JavaRDD<PackedDoubles> roots;
  private final JavaRDD<RowBlock> rows;
  private final Broadcast<int[]> place;
  private final List<JavaRDD<PackedDoubles>> held = new ArrayList<>();
  private long products;

  /**
   * Rows of the graph in the order of the vectors.
   *
   * @param place number of each point in an order in which near ones are together
   */
  public BlockSpectrum(JavaSparkContext context, BlockGraph graph, int[] place) {
    this.context = context;
    n = graph.size();
    this.place = context.broadcast(place);
    placed = PlacedRows.of(graph.blocks(), this.place, n).persist(StorageLevel.MEMORY_AND_DISK());
    exchange = RowExchange.of(placed.map(PlacedRows::needed), n);
    roots =
        placed
            .map(block -> PackedDoubles.of(block.roots()))
            .persist(StorageLevel.MEMORY_AND_DISK());
    rows =
        placed
            .zipPartitions(
                roots.zipPartitions(
                    exchange.rows(roots, 1),
                    (own, other) ->
                        List.of(new Roots(own.next().values(), other.next().values())).iterator()),
                (block, both) -> {
                  Roots of = both.next();
                  return List.of(block.next().normalized(of.own(), of.other())).iterator();
                })
            .persist(StorageLevel.MEMORY_AND_DISK());
    rows.count();
    placed.unpersist(false);
  }

  /** Vectors for so many wanted ones: those beyond speed up the last of them. */
  public static int width(int wanted) {
    return wanted + Math.max(5, wanted / 2);
  }

  /** Roots of degrees, of the rows of a block and of those that they are joined to. */
  @DefaultSerializer(JavaSerializer.class)
  private record Roots(double[] own, double[] other) implements Serializable {}

  /**
   * Vectors that have one value, times the root of the degree, for all points of a group.
   *
   * @param first the first place of each group, and n
   * @param values of the groups, row by row
   * @param columns p
   */
  @DefaultSerializer(JavaSerializer.class)
  public record Start(int[] first, double[] values, int columns) implements Serializable {
    PackedDoubles block(int block, double[] roots) {
      double[] x = new double[roots.length * columns];
      int at = TallMatrix.first(block);
      int group = Arrays.binarySearch(first, at);
      group = group < 0 ? -group - 2 : group;
      for (int r = 0; r < roots.length; r++) {
        while (first[group + 1] <= at + r) {
          group++;
        }
        for (int c = 0; c < columns; c++) {
          x[c * roots.length + r] = roots[r] * values[group * columns + c];
        }
      }
      return PackedDoubles.of(x);
    }
  }

  /**
   * Eigenvectors on the executors, in the order of the places.
   *
   * @param pairs their values and proof; its vectors are left out, n is 0
   */
  public record Found(TallMatrix vectors, Eigenpairs pairs) {}

  /**
   * Does something with vectors, and once more where a block of them is lost with its executor.
   *
   * @param step finds the vectors, and what is made of them
   * @param loss is run before the second time
   */
  public <T> T again(Supplier<T> step, Runnable loss) {
    try {
      return step.get();
    } catch (Exception e) { // Spark throws checked ones that no method declares
      if (!isLoss(e)) {
        throw e;
      }
      release();
      loss.run();
      return step.get();
    }
  }

  /**
   * The {@code count} largest pairs, as near as so many steps bring them. Each step takes {@value
   * #DEGREE} products and one more.
   *
   * <p>The vectors are there until this is closed, or {@link #again} begins anew.
   *
   * @param start at least as many vectors; those beyond speed up the others
   * @param tolerance of residuals, at which it ends
   * @throws ConvergenceException when too few vectors are independent or orthonormal
   */
  public Found largest(
      Start start, int count, double tolerance, int steps, IterationListener listener) {
    Broadcast<Start> shared = context.broadcast(start);
    try {
      return found(shared, start.columns(), count, tolerance, steps, listener);
    } finally {
      shared.destroy();
    }
  }

  private static boolean isLoss(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (message != null && message.contains(LOST)) {
        return true;
      }
    }
    return false;
  }

  private Found found(
      Broadcast<Start> shared,
      int columns,
      int count,
      double tolerance,
      int steps,
      IterationListener listener) {
    JavaRDD<PackedDoubles> x =
        kept(
            roots.mapPartitionsWithIndex(
                (block, parts) ->
                    List.of(shared.value().block(block, parts.next().values())).iterator(),
                true));
    int width = columns;
    int step = 0;
    while (true) {
      JavaRDD<PackedDoubles> ax = product(x, width);
      Rotation rotation = rotation(x, ax, width);
      int before = width;
      width = rotation.values().length;
      if (width < count) {
        throw new ConvergenceException(
            ("Eigensolver: only %s of %s eigenvectors of the fine graph are independent. Lower"
                    + " clusters.eigenvectors, or raise plan.coarse-nodes.")
                .formatted(width, count));
      }
      JavaRDD<PackedDoubles> ritz = kept(x.map(block -> rotation.of(block, before)));
      double worst = largest(residuals(ritz, ax.map(b -> rotation.of(b, before)), rotation), count);
      release(x);
      release(ax);
      listener.step(step, products, worst);
      if (worst <= tolerance || step == steps) {
        return proved(ritz, width, count, step, rotation.values());
      }
      x = filtered(ritz, width, rotation.values()[width - 1]);
      step++;
    }
  }

  private static double largest(double[] values, int count) {
    double most = 0.0;
    for (int c = 0; c < count; c++) {
      most = Math.max(most, values[c]);
    }
    return most;
  }

  /** The first vectors, with residuals and orthogonality computed anew. */
  private Found proved(JavaRDD<PackedDoubles> ritz, int width, int count, int steps, double[] all) {
    JavaRDD<PackedDoubles> x =
        kept(ritz.map(b -> PackedDoubles.of(b.values(), b.length() / width * count)));
    release(ritz);
    JavaRDD<PackedDoubles> ax = product(x, count);
    double[] gram =
        sum(x.map(b -> TallSkinny.gram(b.length() / count, b.values(), count, b.values(), count)));
    double[] values = Arrays.copyOf(all, count);
    double[] unit = new double[count * count];
    for (int c = 0; c < count; c++) {
      unit[c * count + c] = 1.0;
    }
    double[] residuals = residuals(x, ax, new Rotation(values, unit));
    release(ax);
    double off = TallSkinny.offIdentity(gram, count);
    if (!(off <= ORTHOGONALITY_LIMIT)) {
      throw new ConvergenceException(
          String.format(
              Locale.ROOT,
              "Eigensolver: the %d eigenvectors of the fine graph are orthonormal only to %.3g, not"
                  + " %.0g. Lower clusters.eigenvectors, or raise plan.coarse-nodes.",
              count,
              off,
              ORTHOGONALITY_LIMIT));
    }
    Eigenpairs pairs =
        new Eigenpairs(0, values, new double[0], residuals, off, steps, products, "chebyshev-ritz");
    return new Found(new TallMatrix(x, n, count), pairs);
  }

  /** Y = p(A) X by the three-term recurrence; p is small on [-1, bound] and 1 at 1. */
  private JavaRDD<PackedDoubles> filtered(JavaRDD<PackedDoubles> given, int width, double bound) {
    double centre = (bound - 1.0) / 2.0;
    double half = (bound + 1.0) / 2.0;
    double first = half / (1.0 - centre);
    double sigma = first;
    JavaRDD<PackedDoubles> before = given;
    JavaRDD<PackedDoubles> x =
        combined(given, given, width, first / half, -centre * first / half, 0.0);
    for (int d = 2; d <= DEGREE; d++) {
      double next = 1.0 / (2.0 / first - sigma);
      JavaRDD<PackedDoubles> made =
          combined(x, before, width, 2.0 * next / half, -2.0 * centre * next / half, -sigma * next);
      release(before);
      before = x;
      x = made;
      sigma = next;
    }
    release(before);
    return x;
  }

  /** a A X + b X + c Z. */
  private JavaRDD<PackedDoubles> combined(
      JavaRDD<PackedDoubles> x, JavaRDD<PackedDoubles> z, int width, double a, double b, double c) {
    JavaRDD<PackedDoubles> gathered = exchange.rows(x, width);
    JavaRDD<PackedDoubles> own =
        x.zipPartitions(z, (xs, zs) -> List.of(sum(b, xs.next(), c, zs.next())).iterator());
    JavaRDD<PackedDoubles> made =
        kept(
            times(gathered, width)
                .zipPartitions(
                    own, (axs, rest) -> List.of(sum(a, axs.next(), 1.0, rest.next())).iterator()));
    gathered.rdd().cleanShuffleDependencies(false);
    return made;
  }

  private static PackedDoubles sum(double a, PackedDoubles x, double b, PackedDoubles y) {
    double[] left = x.values();
    double[] right = y.values();
    double[] sum = new double[left.length];
    for (int p = 0; p < sum.length; p++) {
      sum[p] = a * left[p] + b * right[p];
    }
    return PackedDoubles.of(sum);
  }

  private JavaRDD<PackedDoubles> product(JavaRDD<PackedDoubles> x, int width) {
    JavaRDD<PackedDoubles> gathered = exchange.rows(x, width);
    JavaRDD<PackedDoubles> made = kept(times(gathered, width));
    gathered.rdd().cleanShuffleDependencies(false);
    return made;
  }

  private JavaRDD<PackedDoubles> times(JavaRDD<PackedDoubles> gathered, int width) {
    products++;
    return rows.zipPartitions(
        gathered,
        (block, x) ->
            List.of(PackedDoubles.of(block.next().times(x.next().values(), width))).iterator());
  }

  /** Computed now, and cut off from how. */
  private JavaRDD<PackedDoubles> kept(JavaRDD<PackedDoubles> made) {
    held.add(made.persist(StorageLevel.MEMORY_AND_DISK()));
    made.rdd().localCheckpoint();
    made.count();
    return made;
  }

  private void release(JavaRDD<PackedDoubles> made) {
    made.unpersist(false);
    held.remove(made);
  }

  private void release() {
    held.forEach(made -> made.unpersist(false));
    held.clear();
  }

  /**
   * From a block to its Ritz vectors.
   *
   * @param values of these, descending
   * @param to columns that make them, one after the other
   */
  @DefaultSerializer(JavaSerializer.class)
  private record Rotation(double[] values, double[] to) implements Serializable {
    PackedDoubles of(PackedDoubles block, int width) {
      return PackedDoubles.of(
          TallSkinny.product(block.length() / width, block.values(), width, to, values.length));
    }
  }

  private Rotation rotation(JavaRDD<PackedDoubles> x, JavaRDD<PackedDoubles> ax, int p) {
    double[] both =
        sum(
            x.zipPartitions(
                ax,
                (xs, ys) -> {
                  double[] left = xs.next().values();
                  double[] right = ys.next().values();
                  int rows = left.length / p;
                  double[] pair = Arrays.copyOf(TallSkinny.gram(rows, left, p, left, p), 2 * p * p);
                  double[] product = TallSkinny.symmetricGram(rows, left, right, p);
                  System.arraycopy(product, 0, pair, p * p, p * p);
                  return List.of(pair).iterator();
                }));
    return rotation(p, Arrays.copyOf(both, p * p), Arrays.copyOfRange(both, p * p, 2 * p * p));
  }

  /** Rayleigh-Ritz for X'X and X'AX: columns to unit length, then to an orthonormal basis. */
  private static Rotation rotation(int p, double[] gram, double[] product) {
    double[] lengths = new double[p];
    for (int c = 0; c < p; c++) {
      lengths[c] = gram[c * p + c] > 0.0 ? 1.0 / Math.sqrt(gram[c * p + c]) : 0.0;
    }
    double[] basis = new double[p * p];
    for (int c = 0; c < p; c++) {
      for (int r = 0; r < p; r++) {
        basis[c * p + r] = gram[c * p + r] * lengths[c] * lengths[r];
      }
    }
    double[] squares = DenseSymmetric.eigen(p, basis);
    int dropped = 0;
    while (dropped < p && squares[dropped] <= INDEPENDENT * squares[p - 1]) {
      dropped++;
    }
    int q = p - dropped;
    double[] orthonormal = new double[p * q];
    for (int c = 0; c < q; c++) {
      double root = Math.sqrt(squares[dropped + c]);
      for (int r = 0; r < p; r++) {
        orthonormal[c * p + r] = basis[(dropped + c) * p + r] * lengths[r] / root;
      }
    }
    double[] image = TallSkinny.product(p, product, p, orthonormal, q);
    double[] ritz = TallSkinny.symmetricGram(p, orthonormal, image, q);
    double[] ascending = DenseSymmetric.eigen(q, ritz);
    double[] values = new double[q];
    double[] descending = new double[q * q];
    for (int c = 0; c < q; c++) {
      values[c] = ascending[q - 1 - c];
      System.arraycopy(ritz, (q - 1 - c) * q, descending, c * q, q);
    }
    return new Rotation(values, TallSkinny.product(p, orthonormal, q, descending, q));
  }

  /** Norms of A x - value x. */
  private static double[] residuals(
      JavaRDD<PackedDoubles> x, JavaRDD<PackedDoubles> ax, Rotation ritz) {
    double[] values = ritz.values();
    double[] squares =
        sum(
            x.zipPartitions(
                ax,
                (xs, ys) ->
                    List.of(squares(xs.next().values(), ys.next().values(), values)).iterator()));
    return Arrays.stream(squares).map(Math::sqrt).toArray();
  }

  private static double[] squares(double[] x, double[] ax, double[] values) {
    int rows = x.length / values.length;
    double[] squares = new double[values.length];
    for (int c = 0; c < squares.length; c++) {
      double sum = 0.0;
      for (int p = c * rows; p < (c + 1) * rows; p++) {
        double off = ax[p] - values[c] * x[p];
        sum += off * off;
      }
      squares[c] = sum;
    }
    return squares;
  }

  /** The sum of the arrays of all blocks, in their order. */
  private static double[] sum(JavaRDD<double[]> parts) {
    double[] sum = new double[0];
    for (double[] part : parts.collect()) {
      sum = sum.length == 0 ? new double[part.length] : sum;
      for (int p = 0; p < part.length; p++) {
        sum[p] += part[p];
      }
    }
    return sum;
  }

  @Override
  public void close() {
    release();
    rows.unpersist(false);
    roots.unpersist(false);
    placed.unpersist(false);
    exchange.close();
    place.destroy();
  }
}
