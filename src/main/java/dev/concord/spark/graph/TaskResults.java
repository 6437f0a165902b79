package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** Results of tasks that the driver uses as they arrive, and does not keep. */
final class TaskResults {
  private TaskResults() {}

  /**
   * Hands over the elements of each task when it ends, in no order: the driver holds those of the
   * tasks that end at a time, where {@code collect} holds all. One job.
   *
   * @param receiver is called for one element after the other, by a thread of Spark
   */
  static <T> void forEach(JavaRDD<T> elements, Consumer<T> receiver) {
    forEachTask(elements, (partition, arrived) -> arrived.forEach(receiver));
  }

  /** As {@link #forEach}, in the order of the elements: what arrives before its turn waits. */
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
}
