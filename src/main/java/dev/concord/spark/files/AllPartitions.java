package dev.concord.spark.files;

import java.util.stream.IntStream;
import org.apache.spark.NarrowDependency;
import org.apache.spark.rdd.RDD;
import scala.collection.immutable.Seq;

/** Every partition may read every partition of the parent. */
public final class AllPartitions<T> extends NarrowDependency<T> {
  private static final long serialVersionUID = 1L;
  private final int count;

  public AllPartitions(RDD<T> parent, int count) {
    super(parent);
    this.count = count;
  }

  @Override
  public Seq<Object> getParents(int partition) {
    return SparkScala.seq(IntStream.range(0, count).<Object>mapToObj(p -> p).toList());
  }
}
