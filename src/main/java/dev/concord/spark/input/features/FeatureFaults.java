package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.MissingRule;
import dev.concord.spark.input.RowCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.Row;

/**
 * The faults of a row of features: no id in column 0, a vector of another length than {@code dim},
 * or values that are no finite numbers.
 *
 * @param missing what is done about missing values, which are no fault unless they are refused
 */
@DefaultSerializer(JavaSerializer.class)
record FeatureFaults(FeatureColumns columns, int dim, MissingRule missing) implements RowCheck {
  private static final int AT = 1;
  private static final int NAMED = 3;

  @Override
  public Function<Row, String> open() {
    double[] values = new double[dim];
    return row -> {
      List<String> found = new ArrayList<>();
      if (row.isNullAt(0)) {
        found.add("the id is missing");
      }
      int length = columns.dim(row, AT);
      if (length < 0 && missing == MissingRule.DROP) {
        return String.join("; ", found);
      }
      if (length < 0) {
        found.add(columns.names().get(0) + " is missing");
      } else if (length != dim) {
        found.add(
            columns.names().get(0) + " has " + length + " features where most rows have " + dim);
      } else {
        java.util.Arrays.fill(values, 0.0);
        columns.copy(row, AT, values, 0);
        addValues(row, values, found);
      }
      return String.join("; ", found);
    };
  }

  private void addValues(Row row, double[] values, List<String> found) {
    int bad = 0;
    for (int c = 0; c < dim; c++) {
      if (Double.isFinite(values[c])) {
        continue;
      }
      String text = columns.givenText(row, AT, c);
      if (missing != MissingRule.REFUSE && text.isEmpty() && Double.isNaN(values[c])) {
        continue;
      }
      if (++bad <= NAMED) {
        String value = columns.described(row, AT, c, values[c], "missing");
        found.add(
            columns.nameOf(c) + " is " + (text.isEmpty() ? value : "no number: '" + text + "'"));
      }
    }
    if (bad > NAMED) {
      found.add("and " + (bad - NAMED) + " more values");
    }
  }
}
