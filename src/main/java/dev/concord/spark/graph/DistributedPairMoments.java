package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.linalg.CsrKernels;
import dev.concord.method.Embedding;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * CCSKL's A, b and c as a sum over an RDD of constraints. Constraints and points are cut into fixed
 * chunks, each summed on its own, and the partial sums are added in chunk order on the driver, so
 * the bits do not depend on where a chunk was summed.
 *
 * <p>Moves 8·n·m bytes of eigenvector rows to each executor and m²/2 numbers a chunk back; (pairs +
 * n)·m² flops.
 */
public final class DistributedPairMoments {
  /** Chunks that the driver sums faster than a job starts. */
  static final int LOCAL_CHUNKS = 8;

  private DistributedPairMoments() {}

  /** On the driver when that is quicker, else as a job; the same bits. */
  public static PairMoments sum(
      JavaSparkContext context,
      PairConstraints pairs,
      Embedding eigenvectors,
      int multiplicity,
      boolean @Nullable [] counted) {
    double[] rows = eigenvectors.rowMajor();
    int chunks = PairMoments.chunks(pairs.size()) + PairMoments.chunks(eigenvectors.rows());
    return chunks <= LOCAL_CHUNKS
        ? PairMoments.local(pairs, rows, eigenvectors.columns(), multiplicity, counted)
        : distributed(context, pairs, eigenvectors, multiplicity, counted);
  }

  static PairMoments distributed(
      JavaSparkContext context,
      PairConstraints pairs,
      Embedding eigenvectors,
      int multiplicity,
      boolean @Nullable [] counted) {
    int m = eigenvectors.columns();
    int n = eigenvectors.rows();
    Broadcast<Rows> shared = context.broadcast(new Rows(eigenvectors.rowMajor(), counted));
    try {
      List<PairMoments> parts = new ArrayList<>();
      JavaRDD<PairChunk> pairChunks = pairChunks(context, pairs);
      parts.addAll(
          pairChunks
              .map(chunk -> chunk.moments(shared.value().values(), m, multiplicity))
              .collect());
      List<Integer> pointChunks = IntStream.range(0, PairMoments.chunks(n)).boxed().toList();
      parts.addAll(
          context
              .parallelize(pointChunks, pointChunks.size())
              .map(
                  c ->
                      PairMoments.ofPoints(
                          PairMoments.chunkStart(c, n),
                          PairMoments.chunkStart(c + 1, n),
                          shared.value().values(),
                          m,
                          shared.value().counted()))
              .collect());
      return PairMoments.combine(parts);
    } finally {
      shared.destroy();
    }
  }

  /**
   * The same sum for eigenvectors that are on the executors. The rows of constrained points go to
   * the chunks of their constraints in one shuffle.
   *
   * @param rowOf the row of each point
   * @param everyRow whether each row has a diagonal term, not only those of constrained points
   */
  public static PairMoments sum(
      JavaSparkContext context,
      PairConstraints pairs,
      int[] rowOf,
      TallMatrix eigenvectors,
      int multiplicity,
      boolean everyRow) {
    int m = eigenvectors.columns();
    List<PairMoments> parts = new ArrayList<>();
    int[] first = Arrays.stream(pairs.first()).map(point -> rowOf[point]).toArray();
    int[] second = Arrays.stream(pairs.second()).map(point -> rowOf[point]).toArray();
    int[] touched = CsrKernels.distinct(both(first, second));
    if (pairs.size() > 0) {
      JavaRDD<PairChunk> chunks =
          pairChunks(context, first, second, pairs.mustLink(), pairs.weight());
      try (RowExchange exchange =
          RowExchange.of(chunks.map(PairChunk::touched), eigenvectors.rows())) {
        parts.addAll(
            chunks
                .zipPartitions(
                    exchange.rows(eigenvectors.blocks(), m),
                    (own, rows) ->
                        List.of(
                                own.next()
                                    .amongTouched()
                                    .moments(rows.next().values(), m, multiplicity))
                            .iterator())
                .collect());
      }
    }
    Broadcast<int[]> counted = context.broadcast(touched);
    try {
      parts.addAll(
          eigenvectors
              .blocks()
              .mapPartitionsWithIndex(
                  (block, blocks) -> {
                    double[] rows = TallMatrix.rowMajor(blocks.next().values(), m);
                    int n = rows.length / m;
                    boolean[] own =
                        everyRow ? null : counted(counted.value(), TallMatrix.first(block), n);
                    return List.of(PairMoments.ofPoints(0, n, rows, m, own)).iterator();
                  },
                  true)
              .collect());
    } finally {
      counted.destroy();
    }
    return PairMoments.combine(parts);
  }

  private static int[] both(int[] first, int[] second) {
    int[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static boolean[] counted(int[] touched, int first, int n) {
    boolean[] counted = new boolean[n];
    for (int row : touched) {
      if (row >= first && row < first + n) {
        counted[row - first] = true;
      }
    }
    return counted;
  }

  /** Eigenvector rows, and which of them have a diagonal term (null: all). */
  @DefaultSerializer(JavaSerializer.class)
  private record Rows(double[] values, boolean @Nullable [] counted) implements Serializable {}

  /** The constraints as an RDD, one chunk an element, in pair order. */
  static JavaRDD<PairChunk> pairChunks(JavaSparkContext context, PairConstraints pairs) {
    return pairChunks(context, pairs.first(), pairs.second(), pairs.mustLink(), pairs.weight());
  }

  private static JavaRDD<PairChunk> pairChunks(
      JavaSparkContext context, int[] first, int[] second, boolean[] must, double[] weight) {
    List<PairChunk> chunks = new ArrayList<>();
    for (int c = 0; c < PairMoments.chunks(first.length); c++) {
      int from = PairMoments.chunkStart(c, first.length);
      int to = PairMoments.chunkStart(c + 1, first.length);
      chunks.add(
          new PairChunk(
              Arrays.copyOfRange(first, from, to),
              Arrays.copyOfRange(second, from, to),
              Arrays.copyOfRange(must, from, to),
              Arrays.copyOfRange(weight, from, to)));
    }
    return context.parallelize(chunks, Math.max(1, chunks.size()));
  }

  /** Consecutive constraints. */
  @DefaultSerializer(JavaSerializer.class)
  record PairChunk(int[] first, int[] second, boolean[] mustLink, double[] weight)
      implements Serializable {
    /** The rows that its constraints join, ascending. */
    int[] touched() {
      return CsrKernels.distinct(both(first, second));
    }

    /** The same with the places of rows among {@link #touched}. */
    PairChunk amongTouched() {
      int[] rows = touched();
      return new PairChunk(
          Arrays.stream(first).map(row -> Arrays.binarySearch(rows, row)).toArray(),
          Arrays.stream(second).map(row -> Arrays.binarySearch(rows, row)).toArray(),
          mustLink,
          weight);
    }

    PairMoments moments(double[] rows, int m, int multiplicity) {
      return PairMoments.ofPairs(
          0, first.length, first, second, mustLink, weight, rows, m, multiplicity);
    }
  }
}
