package dev.concord.spark.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class NumberColumnsTest {
  private static final int COLUMNS = 5;
  private static final StructType SHAPE =
      new StructType()
          .add(ProfileColumns.GROUPS, DataTypes.createArrayType(DataTypes.IntegerType))
          .add(ProfileColumns.NUMBERS, DataTypes.createArrayType(DataTypes.DoubleType));

  private static Dataset<Row> cells(List<Row> rows, int partitions) {
    SparkSession spark = SparkTest.session();
    return spark.createDataFrame(rows, SHAPE).repartition(partitions);
  }

  /** Rows of all points, of a cluster, of both, of none; some cells are missing or infinite. */
  private static List<Row> rows() {
    Random random = new Random(3);
    List<int[]> groups =
        List.of(new int[] {-1, 0}, new int[] {-1}, new int[] {1 << 30}, new int[0]);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 90; i++) {
      Double[] numbers = new Double[COLUMNS];
      for (int c = 0; c < COLUMNS; c++) {
        double value = random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : random.nextGaussian();
        numbers[c] = random.nextInt(5) == 0 ? null : (Double) value;
      }
      int[] own = groups.get(random.nextInt(groups.size()));
      rows.add(RowFactory.create(Arrays.stream(own).boxed().toArray(Integer[]::new), numbers));
    }
    return rows;
  }

  private static List<NumberSummary> expected(List<Row> rows, int column) {
    TreeMap<Integer, List<Double>> cells = new TreeMap<>();
    for (Row row : rows) {
      Double value = row.<Double[]>getAs(1)[column];
      for (int group : row.<Integer[]>getAs(0)) {
        cells
            .computeIfAbsent(group, unused -> new ArrayList<>())
            .add(value == null ? Double.NaN : value);
      }
    }
    TreeMap<Integer, double[]> arrays = new TreeMap<>();
    cells.forEach(
        (group, own) -> arrays.put(group, own.stream().mapToDouble(Double::doubleValue).toArray()));
    return NumberSummary.of(arrays);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 200, 1 << 20})
  void columnsAreTheSameInPartsOfAnyWidth(long cells) {
    List<Row> rows = rows();
    for (int partitions : new int[] {1, 7}) {
      List<NumberColumns.Summaries> found =
          NumberColumns.of(cells(rows, partitions), COLUMNS, cells);
      assertThat(found).hasSize(COLUMNS);
      for (int c = 0; c < COLUMNS; c++) {
        assertThat(found.get(c).column()).isEqualTo(c);
        assertThat(found.get(c).groups()).usingRecursiveComparison().isEqualTo(expected(rows, c));
        assertThat(found.get(c).groups())
            .extracting(NumberSummary::group)
            .containsExactly(-1, 0, 1 << 30);
      }
    }
  }

  @Test
  void aTableWithoutRowsHasNoGroups() {
    assertThat(NumberColumns.of(cells(List.of(), 3), COLUMNS))
        .allSatisfy(column -> assertThat(column.groups()).isEmpty());
  }
}
