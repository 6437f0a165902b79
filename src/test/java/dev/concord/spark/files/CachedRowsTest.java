package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.testing.SparkTest;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import scala.runtime.AbstractFunction1;

@Tag("spark")
class CachedRowsTest {
  private static int blocks(String prefix) {
    return SparkEnv.get()
        .blockManager()
        .getMatchingBlockIds(
            new AbstractFunction1<BlockId, Object>() {
              @Override
              public Object apply(BlockId id) {
                return id.name().startsWith(prefix);
              }
            })
        .size();
  }

  @Test
  void noBlockIsLeftWhenRowsAreFreed() {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());
    JavaRDD<byte[]> rows =
        context
            .parallelize(List.of(1, 2, 3, 4, 5, 6, 7, 8), 8)
            .map(i -> new byte[1 << 20])
            .persist(StorageLevel.DISK_ONLY());
    assertThat(rows.count()).isEqualTo(8);
    String prefix = "rdd_" + rows.id() + "_";
    assertThat(blocks(prefix)).isGreaterThanOrEqualTo(8);
    CachedRows.free(rows);
    assertThat(blocks(prefix)).isZero();
  }

  @Test
  void aDestroyedValueIsGoneAndAFaultEndsNoJob() {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());
    Broadcast<int[]> shared = context.broadcast(new int[1 << 20]);
    CachedRows.destroy(shared);
    assertThatThrownBy(shared::value).isInstanceOf(SparkException.class);
    CachedRows.destroy(shared); // refused by Spark a second time
  }
}
