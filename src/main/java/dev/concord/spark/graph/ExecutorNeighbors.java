package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ExactLists;
import dev.concord.graph.ListedRows;
import dev.concord.graph.NeighborLists;
import dev.concord.spark.files.CachedRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;

/**
 * Neighbour lists that stay on the executors, cached. Only the few rows that a search left open,
 * and were then scanned in full, pass through the driver.
 */
public final class ExecutorNeighbors implements NeighborTable {
  private final JavaSparkContext context;
  private final int n;
  private final int k;
  private final JavaRDD<ListedRows> searched;
  private final Broadcast<ListedRows> scanned;
  private final int undecided;
  private final int scannedRows;
  private final Source source;

  /** The source of the lists, from which those lost with an executor are computed again. */
  public interface Source extends AutoCloseable {
    /** Gives memory back that can be filled again. */
    void release();

    /** Lets go of everything. */
    @Override
    void close();
  }

  private ExecutorNeighbors(
      JavaSparkContext context,
      int n,
      int k,
      JavaRDD<ListedRows> searched,
      Broadcast<ListedRows> scanned,
      int undecided,
      Source source) {
    this.context = context;
    this.n = n;
    this.k = k;
    this.searched = searched;
    this.scanned = scanned;
    this.undecided = undecided;
    this.source = source;
    this.scannedRows = scanned.value().ids().length;
  }

  /**
   * Runs a search and keeps what it finds where it finds it.
   *
   * @param lists of all rows, each in one element
   * @param scan finds the neighbours of the rows that the search leaves open, given ascending
   * @param source what the lists are made of; closed with this, but not when this fails
   */
  public static ExecutorNeighbors of(
      JavaSparkContext context,
      JavaRDD<ListedRows> lists,
      int n,
      int k,
      Function<int[], List<ExactLists>> scan,
      Source source) {
    JavaRDD<ListedRows> searched = lists.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      List<int[]> open = new ArrayList<>();
      int undecided = 0;
      int rows = 0;
      for (OpenRows left : searched.map(OpenRows::of).collect()) {
        open.add(left.open());
        undecided += left.undecided();
        rows += left.rows();
      }
      if (rows != n) {
        throw new IllegalStateException("lists of " + rows + " rows of " + n);
      }
      int[] rest = open.stream().flatMapToInt(Arrays::stream).sorted().toArray();
      ListedRows again = joined(scan.apply(rest), k);
      return new ExecutorNeighbors(
          context, n, k, searched, context.broadcast(again), undecided, source);
    } catch (RuntimeException e) {
      searched.unpersist(false);
      throw e;
    }
  }

  /** The rows of one element that the search has not proved. */
  @DefaultSerializer(JavaSerializer.class)
  private record OpenRows(int rows, int[] open, int undecided) implements java.io.Serializable {
    static OpenRows of(ListedRows rows) {
      return new OpenRows(rows.ids().length, rows.open(), rows.undecided());
    }
  }

  private static ListedRows joined(List<ExactLists> batches, int k) {
    List<ExactLists> ordered = new ArrayList<>(batches);
    ordered.sort(Comparator.comparingInt(lists -> lists.rowIds()[0]));
    int[] ids = ordered.stream().flatMapToInt(lists -> Arrays.stream(lists.rowIds())).toArray();
    int[] index = new int[ids.length * k];
    double[] distance = new double[ids.length * k];
    int at = 0;
    for (ExactLists lists : ordered) {
      int length = lists.rowIds().length * k;
      System.arraycopy(lists.index(), 0, index, at, length);
      System.arraycopy(lists.distance(), 0, distance, at, length);
      at += length;
    }
    return new ListedRows(ids, k, index, distance, 0);
  }

  public int n() {
    return n;
  }

  public int k() {
    return k;
  }

  /** Rows whose candidates single precision could not choose. */
  public int undecided() {
    return undecided;
  }

  /** Rows that were scanned in full. */
  public int scannedRows() {
    return scannedRows;
  }

  /** The lists of all rows, complete. */
  public JavaRDD<ListedRows> rows() {
    Broadcast<ListedRows> again = scanned;
    return scannedRows == 0 ? searched : searched.map(rows -> rows.with(again.value()));
  }

  @Override
  public double[] distances(int[] rows) {
    int[] wanted = rows.clone();
    Arrays.sort(wanted);
    Broadcast<int[]> shared = context.broadcast(wanted);
    double[] distances = new double[rows.length * k];
    try {
      for (ListedRows found : rows().map(part -> chosen(part, shared.value())).collect()) {
        for (int r = 0; r < found.ids().length; r++) {
          for (int at = 0; at < rows.length; at++) {
            if (rows[at] == found.ids()[r]) {
              System.arraycopy(found.distance(), r * k, distances, at * k, k);
            }
          }
        }
      }
    } finally {
      shared.destroy();
    }
    return distances;
  }

  /** The rows of a part that are among some ascending ids. */
  private static ListedRows chosen(ListedRows part, int[] wanted) {
    int k = part.k();
    int[] ids = new int[wanted.length];
    int[] index = new int[wanted.length * k];
    double[] distance = new double[wanted.length * k];
    int count = 0;
    for (int r = 0; r < part.ids().length && count < ids.length; r++) {
      if (Arrays.binarySearch(wanted, part.ids()[r]) >= 0) {
        ids[count] = part.ids()[r];
        System.arraycopy(part.index(), r * k, index, count * k, k);
        System.arraycopy(part.distance(), r * k, distance, count * k, k);
        count++;
      }
    }
    return new ListedRows(
        Arrays.copyOf(ids, count),
        k,
        Arrays.copyOf(index, count * k),
        Arrays.copyOf(distance, count * k),
        0);
  }

  @Override
  public NeighborLists onDriver() {
    int[] index = new int[Math.multiplyExact(n, k)];
    double[] distance = new double[index.length];
    for (ListedRows part : rows().collect()) {
      for (int r = 0; r < part.ids().length; r++) {
        int row = part.ids()[r];
        System.arraycopy(part.index(), r * k, index, row * k, k);
        System.arraycopy(part.distance(), r * k, distance, row * k, k);
      }
    }
    return new NeighborLists(n, k, index, distance);
  }

  @Override
  public void drop() {
    searched.unpersist(false);
    scanned.destroy();
  }

  @Override
  public void release() {
    CachedRows.free(searched);
    source.release();
  }

  @Override
  public void close() {
    drop();
    source.close();
  }
}
