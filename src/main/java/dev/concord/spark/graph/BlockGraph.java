package dev.concord.spark.graph;

import dev.concord.graph.Components;
import dev.concord.graph.GivenWeights;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.WeightFigures;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.CachedRows;
import dev.concord.spark.files.ContentHash;
import dev.concord.spark.files.PackedDoubles;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/**
 * A similarity graph whose edges are on the executors and nowhere else: rows of W in packed blocks,
 * cached. The driver has the degrees and scales, 16 bytes a node. A block that is lost with its
 * executor is made again, from the lists that the search left in the shuffle, or from the features.
 */
public final class BlockGraph implements WeightedGraph, AutoCloseable {
  private final JavaSparkContext context;
  private final JavaRDD<RowBlock> weights;
  private final Summary summary;
  private final WeightFigures figures;
  private final double[] scales;
  private final Components components;
  private final AutoCloseable source;
  private @Nullable Broadcast<double[]> roots;

  /**
   * The values of all nodes.
   *
   * @param degrees row sums of W
   * @param volume their sum, in id order
   * @param isolated nodes without an edge
   * @param entries of W
   */
  record Summary(double[] degrees, double volume, int isolated, long entries) {}

  /**
   * A graph.
   *
   * @param weights rows of W, persisted, in the order of their rows
   * @param source what they are made of; closed with the graph
   */
  BlockGraph(
      JavaSparkContext context,
      JavaRDD<RowBlock> weights,
      Summary summary,
      WeightFigures figures,
      double[] scales,
      Components components,
      AutoCloseable source) {
    this.context = context;
    this.weights = weights;
    this.summary = summary;
    this.figures = figures;
    this.scales = scales;
    this.components = components;
    this.source = source;
  }

  @Override
  public int size() {
    return summary.degrees().length;
  }

  @Override
  public long edges() {
    return summary.entries() / 2;
  }

  @Override
  public double[] degrees() {
    return summary.degrees();
  }

  @Override
  public double volume() {
    return summary.volume();
  }

  @Override
  public int isolated() {
    return summary.isolated();
  }

  @Override
  public double[] scales() {
    return scales;
  }

  @Override
  public WeightFigures figures() {
    return figures;
  }

  /** The connected components. */
  public Components components() {
    return components;
  }

  /** Rows of W in packed blocks, in their order. */
  public JavaRDD<RowBlock> blocks() {
    return weights;
  }

  /** A hash of all rows in their order, made of one for each block. */
  public String contentHash() {
    ContentHash all = new ContentHash();
    for (String hash : weights.map(BlockGraph::hash).collect()) {
      all.add(hash);
    }
    return all.hex();
  }

  private static String hash(RowBlock block) {
    return new ContentHash().add(block.rowPtr()).add(block.col()).add(block.val()).hex();
  }

  @Override
  public double unitWeight() {
    double largest =
        figures.kernel() == null
            ? weights.map(block -> GivenWeights.largest(block.val())).reduce(Math::max)
            : 1.0;
    return largest == 0.0 ? 1.0 : largest;
  }

  @Override
  public LinearOperator products() {
    // Not closed: the blocks are this graph's.
    return DistributedOperator.of(context, size(), weights, null);
  }

  /**
   * Products with D^-1/2 W D^-1/2. The rows share their index arrays with those of W, so they take
   * 8 bytes an entry more.
   */
  public DistributedOperator normalized(ProductTraffic traffic) {
    if (roots == null) {
      roots = context.broadcast(NormalizedAdjacency.roots(summary.degrees()));
    }
    Broadcast<double[]> shared = roots;
    JavaRDD<RowBlock> rows =
        weights
            .map(block -> NormalizedAdjacency.of(block, shared.value()))
            .persist(StorageLevel.MEMORY_AND_DISK());
    return DistributedOperator.of(context, size(), rows, traffic);
  }

  @Override
  public double[] weightsAway(int[] labels) {
    double[] all = new double[size()];
    weightsAway(labels, (first, away) -> System.arraycopy(away, 0, all, first, away.length));
    return all;
  }

  @Override
  public void weightsAway(int[] labels, Segments receiver) {
    Broadcast<int[]> shared = context.broadcast(labels);
    int[] next = {0};
    try {
      TaskResults.forEachInOrder(
          weights.map(block -> PackedDoubles.of(NormalizedCut.away(block, shared.value()))),
          segment -> {
            double[] away = segment.values();
            receiver.take(next[0], away);
            next[0] += away.length;
          });
      if (next[0] != size()) {
        throw new IllegalStateException(next[0] + " values of " + size());
      }
    } finally {
      shared.destroy();
    }
  }

  /**
   * The rows of W of some nodes, all other rows empty. One job; 12 bytes an entry of theirs and 4 a
   * node on the driver.
   *
   * @param nodes ascending
   */
  public CsrMatrix rows(int[] nodes) {
    Broadcast<int[]> shared = context.broadcast(nodes);
    try {
      int[] rowPtr = new int[size() + 1];
      int entries = 0;
      List<RowBlock> parts = weights.map(block -> chosen(block, shared.value())).collect();
      for (RowBlock part : parts) {
        entries += part.col().length;
      }
      int[] col = new int[entries];
      double[] val = new double[entries];
      int at = 0;
      for (RowBlock part : parts) {
        for (int r = 0; r < part.rows(); r++) {
          rowPtr[part.firstRow() + r + 1] = at + part.rowPtr()[r + 1];
        }
        System.arraycopy(part.col(), 0, col, at, part.col().length);
        System.arraycopy(part.val(), 0, val, at, part.val().length);
        at += part.col().length;
      }
      return new CsrMatrix(size(), rowPtr, col, val);
    } finally {
      shared.destroy();
    }
  }

  /** A block in which all rows but those of some nodes are empty. */
  private static RowBlock chosen(RowBlock block, int[] nodes) {
    int[] rowPtr = new int[block.rows() + 1];
    int[] col = new int[block.col().length];
    double[] val = new double[block.val().length];
    int at = 0;
    for (int r = 0; r < block.rows(); r++) {
      if (Arrays.binarySearch(nodes, block.firstRow() + r) >= 0) {
        int from = block.rowPtr()[r];
        int length = block.rowPtr()[r + 1] - from;
        System.arraycopy(block.col(), from, col, at, length);
        System.arraycopy(block.val(), from, val, at, length);
        at += length;
      }
      rowPtr[r + 1] = at;
    }
    return new RowBlock(block.firstRow(), rowPtr, Arrays.copyOf(col, at), Arrays.copyOf(val, at));
  }

  /** Segments of a vector, one after the other. */
  static double[] joined(List<PackedDoubles> segments, int n) {
    double[] all = new double[n];
    int at = 0;
    for (PackedDoubles segment : segments) {
      double[] values = segment.values();
      System.arraycopy(values, 0, all, at, values.length);
      at += values.length;
    }
    if (at != n) {
      throw new IllegalStateException(at + " values of " + n);
    }
    return all;
  }

  @Override
  public void close() {
    if (roots != null) {
      CachedRows.destroy(roots);
      roots = null;
    }
    try {
      source.close();
    } catch (Exception e) {
      throw new IllegalStateException("the graph could not be released", e);
    }
  }
}
