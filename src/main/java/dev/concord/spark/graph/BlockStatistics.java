package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.Components;
import dev.concord.graph.UnionFind;
import dev.concord.graph.weights.SymmetrizedRows;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.PackedDoubles;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** What the driver learns of a graph in blocks: degrees, volume, components. */
final class BlockStatistics {
  private BlockStatistics() {}

  /** Degrees of a block. */
  @DefaultSerializer(JavaSerializer.class)
  record Degrees(PackedDoubles values, long entries, int isolated, long dropped)
      implements Serializable {
    static Degrees of(RowBlock block, long dropped) {
      int isolated = 0;
      for (int r = 0; r < block.rows(); r++) {
        isolated += block.rowPtr()[r] == block.rowPtr()[r + 1] ? 1 : 0;
      }
      return new Degrees(
          PackedDoubles.of(SymmetrizedRows.degrees(block)), block.col().length, isolated, dropped);
    }
  }

  /** The values of all nodes, summed in their order. */
  static BlockGraph.Summary summary(List<Degrees> parts, int n) {
    double[] degrees = BlockGraph.joined(parts.stream().map(Degrees::values).toList(), n);
    double volume = 0.0;
    for (double degree : degrees) {
      volume += degree;
    }
    return new BlockGraph.Summary(
        degrees,
        volume,
        parts.stream().mapToInt(Degrees::isolated).sum(),
        parts.stream().mapToLong(Degrees::entries).sum());
  }

  /**
   * The components, from a union of spanning forests: every block sends edges that join what is not
   * joined yet, at most as many as it has rows, until none is left; a few rounds.
   */
  static Components components(
      JavaSparkContext context, JavaRDD<RowBlock> weights, int n, int isolated) {
    UnionFind joined = new UnionFind(n);
    AtomicBoolean complete = new AtomicBoolean();
    while (!complete.getAndSet(true)) {
      // In one process tasks read the array itself while it changes: whatever they find there is a
      // member of the same component.
      Broadcast<int[]> known = context.broadcast(joined.smallest());
      try {
        forEachArriving(
            weights.map(block -> SpanningForest.of(block, known.value())),
            edges -> {
              for (int e = 0; e < edges.from().length; e++) {
                joined.join(edges.from()[e], edges.to()[e]);
              }
              complete.compareAndSet(true, edges.complete());
            });
      } finally {
        known.destroy();
      }
    }
    return Components.ofLabels(joined.smallest(), isolated);
  }

  /**
   * Hands over the elements of each task when it ends, in no order: the driver holds those of the
   * tasks that end at a time, where {@code collect} holds all. One job.
   *
   * @param receiver is called for one element after the other, by a thread of Spark
   */
  private static <T> void forEachArriving(JavaRDD<T> elements, Consumer<T> receiver) {
    forEachTask(elements, (partition, arrived) -> arrived.forEach(receiver));
  }

  /**
   * As {@link #forEachArriving}, in the order of the elements: what arrives before its turn waits.
   */
  static <T> void forEachInOrder(JavaRDD<T> elements, Consumer<T> receiver) {
    Map<Integer, List<T>> waiting = new HashMap<>();
    int[] next = {0};
    forEachTask(
        elements,
        (partition, arrived) -> {
          waiting.put(partition, arrived);
          for (List<T> due = waiting.remove(next[0]); due != null; due = waiting.remove(next[0])) {
            due.forEach(receiver);
            next[0]++;
          }
        });
  }

  private static <T> void forEachTask(JavaRDD<T> elements, BiConsumer<Integer, List<T>> receiver) {
    elements
        .rdd()
        .sparkContext()
        .runJob(
            elements.rdd(),
            new Listed<T>(),
            new AbstractFunction2<Object, List<T>, BoxedUnit>() {
              @Override
              public BoxedUnit apply(Object partition, List<T> arrived) {
                receiver.accept((Integer) partition, arrived);
                return BoxedUnit.UNIT;
              }
            },
            ClassTag$.MODULE$.apply(List.class));
  }

  /** The elements of a partition. */
  @DefaultSerializer(JavaSerializer.class)
  private static final class Listed<T> extends AbstractFunction1<Iterator<T>, List<T>>
      implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public List<T> apply(Iterator<T> rows) {
      List<T> all = new ArrayList<>();
      while (rows.hasNext()) {
        all.add(rows.next());
      }
      return all;
    }
  }

  /**
   * A spanning forest of the edges of a block of rows, over the component labels so far. It is
   * truncated when it has more edges than the block has rows. So all blocks together send at most
   * one edge per node, and further edges follow in the next round with new labels.
   *
   * @param from labels
   * @param to labels, as many
   * @param complete whether nothing was cut off
   */
  @DefaultSerializer(JavaSerializer.class)
  public record SpanningForest(int[] from, int[] to, boolean complete) implements Serializable {

    /**
     * Of one block. Time O(entries), memory 4 bytes a node of the graph.
     *
     * @param labels of all nodes, in 0..n-1; equal for nodes known to be connected
     */
    public static SpanningForest of(RowBlock block, int[] labels) {
      UnionFind joined = new UnionFind(labels.length);
      int[] from = new int[block.rows()];
      int[] to = new int[block.rows()];
      int count = 0;
      for (int r = 0; r < block.rows(); r++) {
        int own = labels[block.firstRow() + r];
        for (int p = block.rowPtr()[r]; p < block.rowPtr()[r + 1]; p++) {
          int other = labels[block.col()[p]];
          if (own != other && joined.join(own, other)) {
            if (count == from.length) {
              return new SpanningForest(from, to, false);
            }
            from[count] = own;
            to[count++] = other;
          }
        }
      }
      return new SpanningForest(Arrays.copyOf(from, count), Arrays.copyOf(to, count), true);
    }
  }
}
