package dev.concord.spark.base;

import dev.concord.graph.search.UpdatableLists;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** Neighbour lists with spare entries, those of all rows of a table. */
public interface KeptLists extends AutoCloseable {
  /** The number of rows. */
  int rows();

  /** The largest number of entries of a list. */
  int width();

  /** The lists in blocks on the executors, each row in one. */
  JavaRDD<UpdatableLists> blocks(JavaSparkContext context);

  /** The lists in this process, in the order of the rows. Memory 12·width + 20 bytes a row. */
  UpdatableLists onDriver();

  /** Lets go of the lists. */
  @Override
  void close();

  /** Lists that are in this process already, in the order of the rows. */
  record OnDriver(UpdatableLists onDriver) implements KeptLists {
    private static final int BLOCK_ROWS = 1 << 16;

    @Override
    public int rows() {
      return onDriver.rows();
    }

    @Override
    public int width() {
      return onDriver.width();
    }

    @Override
    public JavaRDD<UpdatableLists> blocks(JavaSparkContext context) {
      List<Broadcast<UpdatableLists>> slices = new ArrayList<>();
      for (int first = 0; first < rows(); first += BLOCK_ROWS) {
        int count = Math.min(BLOCK_ROWS, rows() - first);
        slices.add(context.broadcast(onDriver.slice(first, count)));
      }
      return context.parallelize(slices, Math.max(1, slices.size())).map(Broadcast::value);
    }

    @Override
    public void close() {}
  }
}
