package dev.concord.spark.files;

import java.util.List;
import java.util.Objects;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import scala.collection.Iterator;
import scala.reflect.ClassTag;

/**
 * The rows of a table that lies in arrays of the driver. A task carries its own rows, which are cut
 * when it is sent: the driver holds the slices of the tasks that are being sent, not of the table.
 * A task that is sent again cuts them again.
 */
final class SlicedRows extends RDD<Row> {
  private static final long serialVersionUID = 1L;

  private final transient TableSlice.@Nullable Source source;
  private final long rows;
  private final int partRows;

  /**
   * @param source asked for any rows, and more than once, by the thread that sends tasks
   * @param partRows rows of a partition, the last one excepted
   */
  SlicedRows(SparkContext context, TableSlice.Source source, long rows, int partRows) {
    super(context, SparkScala.dependencies(List.of()), ClassTag.apply(Row.class));
    this.source = source;
    this.rows = rows;
    this.partRows = partRows;
  }

  @Override
  public Partition[] getPartitions() {
    TableSlice.Source cut = Objects.requireNonNull(source);
    Partition[] parts = new Partition[(int) ((rows + partRows - 1) / partRows)];
    for (int p = 0; p < parts.length; p++) {
      long from = (long) p * partRows;
      parts[p] = new Part(p, cut, from, (int) Math.min(partRows, rows - from));
    }
    return parts;
  }

  @Override
  public Iterator<Row> compute(Partition split, TaskContext context) {
    return SparkScala.iterator(((Slice) split).rows().iterator());
  }

  /** A partition as the driver has it: where its rows lie. A task gets a {@link Slice} for it. */
  private record Part(int index, TableSlice.Source source, long from, int count)
      implements Partition {
    private Object writeReplace() {
      return new Slice(index, source.slice(from, count));
    }
  }

  /** A partition as a task has it: its rows. */
  private record Slice(int index, TableSlice rows) implements Partition {
    private static final long serialVersionUID = 1L;
  }
}
