package dev.concord.spark.files;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * The elements of an RDD on the driver, those of each task when it ends and in no order: the driver
 * holds those of the tasks that end at a time, where {@code collect} holds all.
 */
public final class Arrivals {
  private Arrivals() {}

  /**
   * Runs a job.
   *
   * @param receiver is called for one element after the other, by a thread of Spark
   */
  public static <T> void forEach(JavaRDD<T> elements, Consumer<T> receiver) {
    elements
        .rdd()
        .sparkContext()
        .runJob(
            elements.rdd(),
            new Listed<T>(),
            new AbstractFunction2<Object, List<T>, BoxedUnit>() {
              @Override
              public BoxedUnit apply(Object partition, List<T> arrived) {
                arrived.forEach(receiver);
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
