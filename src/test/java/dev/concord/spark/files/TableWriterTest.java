package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("spark")
class TableWriterTest {
  private static final StructType SCHEMA =
      new StructType().add("id", DataTypes.StringType).add("cluster", DataTypes.IntegerType);
  private static final int PART = 2;

  /** The rows, and how many slices were cut before and while they were asked for. */
  private record Written(int before, int during, List<String> rows) {}

  private static Written written(int rows, String suffix) {
    AtomicInteger cut = new AtomicInteger();
    AtomicInteger before = new AtomicInteger();
    List<String> found = new ArrayList<>();
    TableWriter writer = new TableWriter(SparkTest.session(), "csv", PART);
    writer.write(
        SCHEMA,
        rows,
        (from, count) -> {
          cut.incrementAndGet();
          return new TableSlice(
              count,
              new TableSlice.Strings(
                  IntStream.range(0, count)
                      .mapToObj(r -> "p" + (from + r) + (from == PART ? suffix : ""))
                      .toArray(String[]::new)),
              new TableSlice.Ints(
                  IntStream.range(0, count).map(r -> (int) (from + r) % 3).toArray()));
        },
        frame -> {
          before.set(cut.get());
          for (Row row : frame.collectAsList()) {
            String id = row.getString(0);
            String wide = found.size() / PART == 1 ? suffix : "";
            assertThat(id).endsWith(wide);
            found.add(id.substring(0, id.length() - wide.length()) + "=" + row.getInt(1));
          }
        });
    return new Written(before.get(), cut.get() - before.get(), found);
  }

  private static List<String> expected(int rows) {
    return IntStream.range(0, rows).mapToObj(r -> "p" + r + "=" + r % 3).toList();
  }

  @Test
  void slicesOfALargeTableAreCutWhenTheirTasksAreSent() {
    Written large = written(19, "");
    assertThat(large.rows()).isEqualTo(expected(19));
    assertThat(large.before()).as("to count their bytes").isEqualTo(10);
    assertThat(large.during()).isGreaterThanOrEqualTo(10);
  }

  @Test
  void slicesOfASmallTableAreCutBefore() {
    Written small = written(16, "");
    assertThat(small.rows()).isEqualTo(expected(16));
    assertThat(small.before()).isEqualTo(8);
    assertThat(small.during()).isZero();
  }

  @Test
  void slicesThatAreTooLargeToBeSentWithATaskAreBroadcast() {
    Written wide = written(18, "x".repeat(12 << 20));
    assertThat(wide.rows()).isEqualTo(expected(18));
    assertThat(wide.before()).as("two of which are counted").isEqualTo(2 + 9);
    assertThat(wide.during()).isZero();
  }
}
