package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.KMeansStarts;
import dev.concord.linalg.Seeds;
import dev.concord.method.Embedding;
import dev.concord.method.Services.Rounding;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.PackedDoubles;
import dev.concord.spark.files.TaskCounter;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.mllib.clustering.KMeans;
import org.apache.spark.mllib.clustering.KMeansModel;
import org.apache.spark.mllib.linalg.Vector;
import org.apache.spark.mllib.linalg.Vectors;
import org.apache.spark.mllib.linalg.distributed.IndexedRow;
import org.apache.spark.mllib.linalg.distributed.IndexedRowMatrix;
import org.apache.spark.storage.StorageLevel;

/**
 * MLlib's k-means on the rows of an embedding, from the best of several seeded starts.
 *
 * <p>The starts are searched side by side in one job, a task each, over packed rows: all of them up
 * to {@value #SAMPLE}, else one seeded sample of that size. MLlib then iterates over all rows from
 * the cheapest start. (One job an iteration for every start took longer than the arithmetic.)
 *
 * <p>MLlib adds sums in the order in which tasks end. To have the same result on any cluster, the
 * layout depends on n alone, and coordinates are scaled to [-1, 1] and rounded to multiples of 2^-b
 * with b + log2 n at most 52, so that every sum of coordinates is exact in any order. Labels and
 * their cost are computed on the driver in row order, ties to the lower number.
 *
 * <p>Cost: at most restarts · iterations · n·m·k operations for the starts, usually a fraction of
 * it, and iterations · n·m·k for MLlib; 8·n·m bytes on the driver, twice.
 *
 * @param restarts number of seeded searches for a start
 * @param listener receives the number done, in the stage "rounding"
 */
public record KMeansRounding(
    JavaSparkContext context, Seeds seeds, int restarts, JobListener listener) {
  /** Rows that the starts are searched on. */
  static final int SAMPLE = 1 << 18;

  private static final int MAX_ITERATIONS = 100;
  private static final double TOLERANCE = 1e-4;

  public Rounding round(Embedding embedding, int k) {
    double scale = largestMagnitude(embedding.values());
    if (k == 1 || scale == 0.0) {
      int[] labels = new int[embedding.rows()];
      double cost =
          KMeansSearch.assign(embedding.rowMajor(), mean(embedding), embedding.columns(), labels);
      return new Rounding(labels, cost, 0, 1);
    }
    Embedding grid = onGrid(embedding, scale);
    List<KMeansSearch.Result> starts = search(sample(grid), grid.columns(), k);
    int best = KMeansStarts.cheapest(starts);
    int partitions = (grid.rows() + SAMPLE - 1) / SAMPLE;
    Broadcast<double[]> values = context.broadcast(grid.rowMajor());
    double[] centres;
    try {
      centres =
          iterate(
              indexedRowMatrix(context, values, grid.rows(), grid.columns(), partitions),
              grid.columns(),
              starts.get(best));
    } finally {
      values.destroy();
    }
    int[] labels = new int[grid.rows()];
    double cost = KMeansSearch.assign(grid.rowMajor(), centres, grid.columns(), labels);
    return new Rounding(labels, cost * scale * scale, best, restarts);
  }

  /**
   * As {@link #round(Embedding, int)}, for rows that are on the executors and stay there. The
   * driver gets the sample and 4 bytes a row.
   */
  public Rounding round(TallMatrix embedding, int k) {
    int columns = embedding.columns();
    double scale =
        embedding.blocks().map(block -> largestMagnitude(block.values())).reduce(Math::max);
    double step = step(embedding.rows());
    double divisor = scale == 0.0 ? 1.0 : scale;
    JavaRDD<PackedDoubles> onGrid =
        embedding
            .blocks()
            .map(block -> PackedDoubles.of(onGrid(block.values(), divisor, step)))
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      TallMatrix grid = new TallMatrix(onGrid, embedding.rows(), columns);
      List<KMeansSearch.Result> starts = search(sample(grid), columns, k);
      int best = KMeansStarts.cheapest(starts);
      double[] centres = iterate(grid.indexedRowMatrix(), columns, starts.get(best));
      int[] labels = new int[embedding.rows()];
      double cost = 0.0;
      int at = 0;
      for (Assigned part : onGrid.map(block -> Assigned.of(block, columns, centres)).collect()) {
        System.arraycopy(part.labels(), 0, labels, at, part.labels().length);
        at += part.labels().length;
        cost += part.cost();
      }
      return new Rounding(labels, cost * scale * scale, best, restarts);
    } finally {
      onGrid.unpersist(false);
    }
  }

  /** Rows of a block with their nearest centres. */
  @DefaultSerializer(JavaSerializer.class)
  private record Assigned(int[] labels, double cost) implements Serializable {
    static Assigned of(PackedDoubles block, int columns, double[] centres) {
      int[] labels = new int[block.length() / columns];
      double[] rows = TallMatrix.rowMajor(block.values(), columns);
      return new Assigned(labels, KMeansSearch.assign(rows, centres, columns, labels));
    }
  }

  /** All rows, or a seeded sample of them in row order; row by row. */
  private double[] sample(Embedding grid) {
    double[] rows = grid.rowMajor();
    if (grid.rows() <= SAMPLE) {
      return rows;
    }
    int columns = grid.columns();
    int[] chosen = sampled(grid.rows());
    double[] sample = new double[SAMPLE * columns];
    for (int s = 0; s < SAMPLE; s++) {
      System.arraycopy(rows, chosen[s] * columns, sample, s * columns, columns);
    }
    return sample;
  }

  private double[] sample(TallMatrix grid) {
    int columns = grid.columns();
    int[] chosen =
        grid.rows() <= SAMPLE ? IntStream.range(0, grid.rows()).toArray() : sampled(grid.rows());
    Broadcast<int[]> shared = context.broadcast(chosen);
    try {
      List<PackedDoubles> parts =
          grid.blocks()
              .mapPartitionsWithIndex(
                  (block, blocks) ->
                      List.of(rows(shared.value(), block, blocks.next().values(), columns))
                          .iterator(),
                  true)
              .collect();
      double[] sample = new double[chosen.length * columns];
      int at = 0;
      for (PackedDoubles part : parts) {
        System.arraycopy(part.values(), 0, sample, at, part.length());
        at += part.length();
      }
      return sample;
    } finally {
      shared.destroy();
    }
  }

  /** The chosen rows of a block, row by row. */
  private static PackedDoubles rows(int[] chosen, int block, double[] x, int columns) {
    int n = x.length / columns;
    int first = TallMatrix.first(block);
    int[] own = Arrays.stream(chosen).filter(r -> r >= first && r < first + n).toArray();
    double[] rows = new double[own.length * columns];
    for (int r = 0; r < own.length; r++) {
      for (int c = 0; c < columns; c++) {
        rows[r * columns + c] = x[c * n + own[r] - first];
      }
    }
    return PackedDoubles.of(rows);
  }

  /** The rows of a seeded sample, ascending. */
  private int[] sampled(int rows) {
    SplittableRandom random = seeds.random("kmeans-sample");
    int[] chosen = new int[SAMPLE];
    int taken = 0;
    for (int r = 0; r < rows && taken < SAMPLE; r++) {
      if (random.nextLong(rows - r) < SAMPLE - taken) {
        chosen[taken++] = r;
      }
    }
    return chosen;
  }

  /** One search a restart, in the order of the restarts. */
  private List<KMeansSearch.Result> search(double[] rows, int columns, int k) {
    long[] seedOf = KMeansStarts.seeds(seeds, restarts);
    Broadcast<double[]> shared = context.broadcast(rows);
    try (TaskCounter counter = new TaskCounter(context.sc(), listener, "rounding", restarts)) {
      counter.watch();
      return context
          .parallelize(IntStream.range(0, restarts).boxed().toList(), restarts)
          .map(r -> KMeansStarts.restart(shared.value(), columns, k, seedOf[r]))
          .collect();
    } finally {
      shared.destroy();
    }
  }

  /** MLlib's iteration over all rows; the centres, one after the other. */
  private static double[] iterate(IndexedRowMatrix rows, int columns, KMeansSearch.Result start) {
    Vector[] first = new Vector[start.count()];
    Arrays.setAll(
        first,
        c -> Vectors.dense(Arrays.copyOfRange(start.centres(), c * columns, (c + 1) * columns)));
    JavaRDD<Vector> vectors =
        rows.rows().toJavaRDD().map(IndexedRow::vector).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      Vector[] found =
          new KMeans()
              .setK(first.length)
              .setMaxIterations(MAX_ITERATIONS)
              .setEpsilon(TOLERANCE)
              .setInitialModel(new KMeansModel(first))
              .run(vectors.rdd())
              .clusterCenters();
      double[] centres = new double[found.length * columns];
      for (int c = 0; c < found.length; c++) {
        System.arraycopy(found[c].toArray(), 0, centres, c * columns, columns);
      }
      return centres;
    } finally {
      vectors.unpersist(false);
    }
  }

  /** The mean of all rows, added in row order. */
  private static double[] mean(Embedding embedding) {
    int rows = embedding.rows();
    double[] mean = new double[embedding.columns()];
    for (int p = 0; p < embedding.values().length; p++) {
      mean[p / rows] += embedding.values()[p];
    }
    for (int c = 0; c < mean.length; c++) {
      mean[c] /= rows;
    }
    return mean;
  }

  private static double largestMagnitude(double[] values) {
    double largest = 0.0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  /**
   * Coordinates divided by {@code scale} and rounded to the grid on which sums over all rows are
   * exact.
   */
  private static Embedding onGrid(Embedding embedding, double scale) {
    return new Embedding(
        embedding.rows(),
        embedding.columns(),
        onGrid(embedding.values(), scale, step(embedding.rows())));
  }

  /** Steps of the grid from 0 to 1. */
  private static double step(int rows) {
    return Math.scalb(1.0, Math.min(40, 51 - (64 - Long.numberOfLeadingZeros(rows))));
  }

  private static double[] onGrid(double[] values, double scale, double step) {
    double[] rounded = new double[values.length];
    for (int p = 0; p < values.length; p++) {
      rounded[p] = Math.rint(values[p] / scale * step) / step;
    }
    return rounded;
  }

  /**
   * An embedding, one row a point, in row order: partition p holds the p-th of equal ranges of
   * rows.
   *
   * @param rowMajor rows·columns values, row by row; must outlive the matrix
   */
  private static IndexedRowMatrix indexedRowMatrix(
      JavaSparkContext context,
      Broadcast<double[]> rowMajor,
      int rows,
      int columns,
      int partitions) {
    List<Integer> ranges = IntStream.range(0, partitions).boxed().toList();
    JavaRDD<IndexedRow> distributed =
        context
            .parallelize(ranges, partitions)
            .flatMap(
                range -> {
                  int from = (int) ((long) rows * range / partitions);
                  int to = (int) ((long) rows * (range + 1) / partitions);
                  double[] values = rowMajor.value();
                  return IntStream.range(from, to)
                      .mapToObj(
                          r ->
                              new IndexedRow(
                                  r,
                                  Vectors.dense(
                                      Arrays.copyOfRange(values, r * columns, (r + 1) * columns))))
                      .iterator();
                });
    return new IndexedRowMatrix(distributed.rdd(), rows, columns);
  }
}
