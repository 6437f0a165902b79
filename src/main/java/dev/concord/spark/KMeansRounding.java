package dev.concord.spark;

import dev.concord.linalg.Seeds;
import dev.concord.method.Embedding;
import dev.concord.method.Services.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.mllib.clustering.KMeans;
import org.apache.spark.mllib.clustering.KMeansModel;
import org.apache.spark.mllib.linalg.Vector;
import org.apache.spark.mllib.linalg.distributed.IndexedRow;
import org.apache.spark.storage.StorageLevel;

/**
 * MLlib's k-means on the rows of an embedding: k-means|| starts, several seeded runs side by side,
 * the best by cost.
 *
 * <p>MLlib adds sums in the order in which tasks end, so its result may change from run to run.
 * Three measures make it the same on any cluster: the layout depends on n alone; coordinates are
 * scaled to [-1, 1] and rounded to multiples of 2^-b with b + log2 n at most 52, so that every sum
 * of coordinates is exact in any order; and the start is drawn from a single partition ({@value
 * #ONE_PARTITION} rows, a seeded sample when there are more), where costs too are added in row
 * order. Costs that decide between runs, and the labels, are computed on the driver in row order,
 * ties to the lower number.
 *
 * <p>Cost: runs · iterations · n·m·k flops on the cluster; 8·n·m bytes on the driver, twice.
 */
final class KMeansRounding {
  /** Rows up to which one partition holds everything. */
  static final int ONE_PARTITION = 1 << 18;

  private static final int MAX_ITERATIONS = 100;
  private static final double TOLERANCE = 1e-4;

  private final JavaSparkContext context;
  private final Seeds seeds;
  private final int restarts;
  private final int threads;
  private final IntConsumer runDone;

  /**
   * A rounding.
   *
   * @param restarts number of seeded runs
   * @param runDone told how many runs are done
   */
  KMeansRounding(
      JavaSparkContext context, Seeds seeds, int restarts, int threads, IntConsumer runDone) {
    this.context = context;
    this.seeds = seeds;
    this.restarts = restarts;
    this.threads = Math.max(1, threads);
    this.runDone = runDone;
  }

  Rounding round(Embedding embedding, int k) {
    double scale = largestMagnitude(embedding.values());
    if (k == 1 || scale == 0.0) {
      int[] labels = new int[embedding.rows()];
      double cost = new NearestCentre(embedding, new double[embedding.columns()], 1).assign(labels);
      return new Rounding(labels, cost, 0, 1);
    }
    Embedding grid = onGrid(embedding, scale);
    int partitions = (grid.rows() + ONE_PARTITION - 1) / ONE_PARTITION;
    try (Distributed rows = new Distributed(context, grid, partitions)) {
      Run best = bestOf(runs(grid, rows.vectors, k));
      return new Rounding(best.labels, best.cost * scale * scale, best.number, restarts);
    }
  }

  /** The rows of an embedding on the cluster, cached until closed. */
  private static final class Distributed implements AutoCloseable {
    private final Broadcast<double[]> values;
    private final JavaRDD<Vector> vectors;

    Distributed(JavaSparkContext context, Embedding embedding, int partitions) {
      values = context.broadcast(embedding.rowMajor());
      vectors =
          MatrixExchange.indexedRowMatrix(
                  context, values, embedding.rows(), embedding.columns(), partitions)
              .rows()
              .toJavaRDD()
              .map(IndexedRow::vector)
              .persist(StorageLevel.MEMORY_AND_DISK());
    }

    @Override
    public void close() {
      vectors.unpersist(false);
      values.destroy();
    }
  }

  private List<Run> runs(Embedding grid, JavaRDD<Vector> rows, int k) {
    rows.count();
    ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, restarts));
    try {
      List<Future<Run>> pending = new ArrayList<>();
      for (int r = 0; r < restarts; r++) {
        int number = r;
        pending.add(pool.submit(() -> run(grid, rows, k, number)));
      }
      List<Run> done = new ArrayList<>();
      for (Future<Run> future : pending) {
        done.add(future.get());
        runDone.accept(done.size());
      }
      return done;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("k-means failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during k-means", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private Run run(Embedding grid, JavaRDD<Vector> rows, int k, int number) {
    long seed = seeds.stream("kmeans", number);
    KMeans kmeans =
        new KMeans()
            .setK(k)
            .setSeed(seed)
            .setMaxIterations(MAX_ITERATIONS)
            .setEpsilon(TOLERANCE)
            .setInitializationMode(KMeans.K_MEANS_PARALLEL());
    if (rows.getNumPartitions() > 1) {
      kmeans.setInitialModel(startFromSample(grid, k, seed));
    }
    KMeansModel model = kmeans.run(rows.rdd());
    Vector[] found = model.clusterCenters();
    double[] centres = new double[found.length * grid.columns()];
    for (int c = 0; c < found.length; c++) {
      System.arraycopy(found[c].toArray(), 0, centres, c * grid.columns(), grid.columns());
    }
    int[] labels = new int[grid.rows()];
    double cost = new NearestCentre(grid, centres, found.length).assign(labels);
    return new Run(number, labels, cost);
  }

  /** k-means|| and Lloyd on a seeded sample in one partition. */
  private KMeansModel startFromSample(Embedding grid, int k, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] chosen = new int[ONE_PARTITION];
    int taken = 0;
    for (int r = 0; r < grid.rows() && taken < ONE_PARTITION; r++) {
      if (random.nextLong(grid.rows() - r) < ONE_PARTITION - taken) {
        chosen[taken++] = r;
      }
    }
    double[] sample = new double[taken * grid.columns()];
    for (int c = 0; c < grid.columns(); c++) {
      for (int s = 0; s < taken; s++) {
        sample[c * taken + s] = grid.values()[c * grid.rows() + chosen[s]];
      }
    }
    try (Distributed rows =
        new Distributed(context, new Embedding(taken, grid.columns(), sample), 1)) {
      return new KMeans()
          .setK(k)
          .setSeed(seed)
          .setMaxIterations(MAX_ITERATIONS)
          .setEpsilon(TOLERANCE)
          .run(rows.vectors.rdd());
    }
  }

  private static Run bestOf(List<Run> runs) {
    Run best = runs.get(0);
    for (Run run : runs) {
      if (run.cost < best.cost) {
        best = run;
      }
    }
    return best;
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
    int bits = Math.min(40, 51 - (64 - Long.numberOfLeadingZeros(embedding.rows())));
    double step = Math.scalb(1.0, bits);
    double[] values = embedding.values();
    double[] rounded = new double[values.length];
    for (int p = 0; p < values.length; p++) {
      rounded[p] = Math.rint(values[p] / scale * step) / step;
    }
    return new Embedding(embedding.rows(), embedding.columns(), rounded);
  }

  private record Run(int number, int[] labels, double cost) {}

  /** Assigns rows to the nearest of some centres, in row order on one thread. */
  private static final class NearestCentre {
    private final int columns;
    private final double[] rowMajor;
    private final double[] centres;
    private final int count;

    NearestCentre(Embedding embedding, double[] centres, int count) {
      this.columns = embedding.columns();
      this.rowMajor = embedding.rowMajor();
      this.centres = Arrays.copyOf(centres, centres.length);
      this.count = count;
    }

    /** Fills {@code labels}; returns the sum of squared distances. */
    double assign(int[] labels) {
      double total = 0.0;
      for (int r = 0; r < labels.length; r++) {
        double nearest = Double.POSITIVE_INFINITY;
        for (int c = 0; c < count; c++) {
          double square = 0.0;
          for (int d = 0; d < columns; d++) {
            double difference = rowMajor[r * columns + d] - centres[c * columns + d];
            square += difference * difference;
          }
          if (square < nearest) {
            nearest = square;
            labels[r] = c;
          }
        }
        total += nearest;
      }
      return total;
    }
  }
}
