package dev.concord.spark.files;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
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

  private final transient TableWriter.@Nullable Source source;
  private final long rows;
  private final int partRows;

  /**
   * @param source asked for any rows, and more than once, by the thread that sends tasks
   * @param partRows rows of a partition, the last one excepted
   */
  SlicedRows(SparkContext context, TableWriter.Source source, long rows, int partRows) {
    super(context, SparkScala.dependencies(List.of()), ClassTag.apply(Row.class));
    this.source = source;
    this.rows = rows;
    this.partRows = partRows;
  }

  @Override
  public Partition[] getPartitions() {
    TableWriter.Source cut = Objects.requireNonNull(source);
    Partition[] parts = new Partition[(int) ((rows + partRows - 1) / partRows)];
    for (int p = 0; p < parts.length; p++) {
      long from = (long) p * partRows;
      parts[p] = new Part(p, cut, from, (int) Math.min(partRows, rows - from));
    }
    return parts;
  }

  @Override
  public Iterator<Row> compute(Partition split, TaskContext context) {
    return SparkScala.iterator(((Part) split).slice().iterator());
  }

  /** A part of the rows: on the driver where they lie, in a task the rows themselves. */
  private static final class Part implements Partition, Serializable {
    private static final long serialVersionUID = 1L;

    private final int index;
    private final transient TableWriter.@Nullable Source source;
    private final transient long from;
    private final transient int count;
    private transient @Nullable TableSlice carried;

    Part(int index, TableWriter.Source source, long from, int count) {
      this.index = index;
      this.source = source;
      this.from = from;
      this.count = count;
    }

    @Override
    public int index() {
      return index;
    }

    TableSlice slice() {
      return carried == null ? Objects.requireNonNull(source).slice(from, count) : carried;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeObject(slice());
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      carried = (TableSlice) in.readObject();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Part part && part.index == index;
    }

    @Override
    public int hashCode() {
      return index;
    }
  }
}
