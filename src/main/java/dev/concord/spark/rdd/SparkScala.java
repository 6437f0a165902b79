package dev.concord.spark.rdd;

import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The few conversions that a Java subclass of {@link RDD} needs. */
public final class SparkScala {
  private SparkScala() {}

  public static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }

  @SuppressWarnings("unchecked") // Dependency is only ever read through its wildcard
  public static Seq<Dependency<?>> dependencies(List<? extends Dependency<?>> list) {
    return seq((List<Dependency<?>>) list);
  }

  /** The only element of a partition, from the cache when it is there. */
  public static <T> T only(RDD<T> rdd, Partition partition, TaskContext context) {
    Iterator<T> elements = rdd.iterator(partition, context);
    return elements.next();
  }
}
