package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.util.ArrayList;
import java.util.List;
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

  /** First rows of the slices that were cut before the frame was used, and the rows it had. */
  private record Written(List<Long> before, List<String> rows) {}

  private static Written written(int rows, String suffix) {
    List<Long> cut = new ArrayList<>();
    List<Long> before = new ArrayList<>();
    List<String> found = new ArrayList<>();
    TableWriter writer = new TableWriter(SparkTest.session(), "csv", PART);
    writer.write(
        SCHEMA,
        rows,
        (from, count) -> {
          cut.add(from);
          return new TableSlice(
              count,
              new TableSlice.Strings(
                  IntStream.range(0, count)
                      .mapToObj(r -> "p" + (from + r) + (from == 0 ? suffix : ""))
                      .toArray(String[]::new)),
              new TableSlice.Ints(
                  IntStream.range(0, count).map(r -> (int) (from + r) % 3).toArray()));
        },
        frame -> {
          before.addAll(cut);
          for (Row row : frame.collectAsList()) {
            String id = row.getString(0);
            String wide = found.size() < PART ? suffix : "";
            assertThat(id).endsWith(wide);
            found.add(id.substring(0, id.length() - wide.length()) + "=" + row.getInt(1));
          }
        });
    return new Written(before, found);
  }

  private static List<String> expected(int rows) {
    return IntStream.range(0, rows).mapToObj(r -> "p" + r + "=" + r % 3).toList();
  }

  @Test
  void slicesOfALargeTableAreCutWhenTheirTasksAreSent() {
    Written large = written(19, "");
    assertThat(large.rows()).isEqualTo(expected(19));
    assertThat(large.before()).as("the slice that tells the bytes of a part").containsExactly(0L);
  }

  @Test
  void slicesOfASmallTableAreCutBefore() {
    Written small = written(16, "");
    assertThat(small.rows()).isEqualTo(expected(16));
    assertThat(small.before()).containsExactly(0L, 2L, 4L, 6L, 8L, 10L, 12L, 14L);
  }

  @Test
  void slicesThatAreTooLargeToBeSentWithATaskAreBroadcast() {
    Written wide = written(18, "x".repeat(12 << 20));
    assertThat(wide.rows()).isEqualTo(expected(18));
    assertThat(wide.before()).containsExactly(0L, 0L, 2L, 4L, 6L, 8L, 10L, 12L, 14L, 16L);
  }
}
