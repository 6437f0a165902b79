package dev.concord.spark.graph;

import dev.concord.graph.NeighborLists;

/** The neighbour lists of all rows, wherever they are kept. */
public interface NeighborTable extends AutoCloseable {
  /**
   * The distances of some rows to their neighbours.
   *
   * @param rows dense ids
   * @return rows·k distances
   */
  double[] distances(int[] rows);

  /** The lists in this process. Memory 12 bytes a listed neighbour. */
  NeighborLists onDriver();

  /** Lets go of the lists, and not of what they are made of. */
  void drop();

  /** Releases memory; lists read afterwards may be recomputed. */
  void release();

  /** Lets go of everything. */
  @Override
  void close();

  /** Lists that are in this process already. */
  record OnDriver(NeighborLists lists) implements NeighborTable {
    @Override
    public double[] distances(int[] rows) {
      int k = lists.k();
      double[] distances = new double[rows.length * k];
      for (int r = 0; r < rows.length; r++) {
        System.arraycopy(lists.distance(), rows[r] * k, distances, r * k, k);
      }
      return distances;
    }

    @Override
    public NeighborLists onDriver() {
      return lists;
    }

    @Override
    public void drop() {}

    @Override
    public void release() {}

    @Override
    public void close() {}
  }
}
