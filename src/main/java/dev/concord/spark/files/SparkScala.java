package dev.concord.spark.files;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.collection.immutable.VectorBuilder;

/**
 * The few conversions that a Java subclass of {@link RDD} needs, by what Scala 2.12 and 2.13 share.
 */
public final class SparkScala {
  private SparkScala() {}

  public static <T> Seq<T> seq(List<T> list) {
    VectorBuilder<T> elements = new VectorBuilder<>();
    list.forEach(elements::$plus$eq);
    return elements.result();
  }

  @SuppressWarnings("unchecked") // Dependency is only ever read through its wildcard
  public static Seq<Dependency<?>> dependencies(List<? extends Dependency<?>> list) {
    return seq((List<Dependency<?>>) list);
  }

  public static <T> List<T> list(scala.collection.Iterable<? extends T> elements) {
    List<T> list = new ArrayList<>();
    Iterator<? extends T> left = elements.iterator();
    while (left.hasNext()) {
      list.add(left.next());
    }
    return list;
  }

  /** The elements that are left of {@code elements}. */
  public static <T> Iterator<T> iterator(java.util.Iterator<T> elements) {
    return new AbstractIterator<>() {
      @Override
      public boolean hasNext() {
        return elements.hasNext();
      }

      @Override
      public T next() {
        return elements.next();
      }
    };
  }

  /** The only element of a partition, from the cache when it is there. */
  public static <T> T only(RDD<T> rdd, Partition partition, TaskContext context) {
    Iterator<T> elements = rdd.iterator(partition, context);
    return elements.next();
  }
}
