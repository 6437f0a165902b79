package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.method.Embedding;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
      List<Integer> pointChunks = new ArrayList<>();
      for (int c = 0; c < PairMoments.chunks(n); c++) {
        pointChunks.add(c);
      }
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

  /** Eigenvector rows, and which of them have a diagonal term (null: all). */
  @DefaultSerializer(JavaSerializer.class)
  private record Rows(double[] values, boolean @Nullable [] counted) implements Serializable {}

  /** The constraints as an RDD, one chunk an element, in pair order. */
  static JavaRDD<PairChunk> pairChunks(JavaSparkContext context, PairConstraints pairs) {
    List<PairChunk> chunks = new ArrayList<>();
    for (int c = 0; c < PairMoments.chunks(pairs.size()); c++) {
      int from = PairMoments.chunkStart(c, pairs.size());
      int to = PairMoments.chunkStart(c + 1, pairs.size());
      chunks.add(
          new PairChunk(
              Arrays.copyOfRange(pairs.first(), from, to),
              Arrays.copyOfRange(pairs.second(), from, to),
              Arrays.copyOfRange(pairs.mustLink(), from, to),
              Arrays.copyOfRange(pairs.weight(), from, to)));
    }
    return context.parallelize(chunks, Math.max(1, chunks.size()));
  }

  /** Consecutive constraints. */
  @DefaultSerializer(JavaSerializer.class)
  record PairChunk(int[] first, int[] second, boolean[] mustLink, double[] weight)
      implements Serializable {
    PairMoments moments(double[] rows, int m, int multiplicity) {
      return PairMoments.ofPairs(
          0, first.length, first, second, mustLink, weight, rows, m, multiplicity);
    }
  }
}
