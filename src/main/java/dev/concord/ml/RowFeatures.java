package dev.concord.ml;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import dev.concord.graph.features.CategoryColumn;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The features of a row: its vector or array of numbers, then one for each level of a category.
 *
 * @param place position of the vector or array
 * @param dim features a point must have, those of categories among them
 * @param substitutes what stands for missing features, length dim; null: none may be missing
 * @param categories of the training set
 * @param places their positions
 */
@DefaultSerializer(JavaSerializer.class)
record RowFeatures(
    int place,
    int dim,
    double @Nullable [] substitutes,
    List<CategoryColumn> categories,
    int[] places)
    implements Serializable {

  /** Whether a number is missing, or a category. */
  boolean hasMissing(Row row) {
    return row.isNullAt(place)
        || Arrays.stream(numbers(row, place)).anyMatch(Double::isNaN)
        || Arrays.stream(places).anyMatch(at -> code(row, at).isEmpty());
  }

  /** The numbers of a vector or array; null becomes NaN. */
  static double[] numbers(Row row, int at) {
    if (row.get(at) instanceof Vector vector) {
      return vector.toArray();
    }
    List<Number> numbers = row.getList(at);
    double[] found = new double[numbers.size()];
    for (int d = 0; d < found.length; d++) {
      Number number = numbers.get(d);
      found[d] = number == null ? Double.NaN : number.doubleValue();
    }
    return found;
  }

  /** The name of a column in messages. */
  static String name(Row row, int column) {
    return row.schema() == null ? Integer.toString(column) : row.schema().fieldNames()[column];
  }

  /** The code in a column of categories, empty where it is missing. */
  static String code(Row row, int at) {
    return row.isNullAt(at) ? "" : row.get(at).toString();
  }

  /**
   * Copies the features to {@code target} from {@code offset} on, which is all zero there.
   *
   * @param point names the row in messages
   * @throws InputException when a feature is missing that must not be, or their number is another
   */
  void copy(Row row, double[] target, int offset, Supplier<String> point) {
    if (row.isNullAt(place)) {
      throw new InputException(
          ("featuresCol: column %s is null in %s; give every point its features, or set"
                  + " handleInvalid to skip or keep")
              .formatted(name(row, place), point.get()));
    }
    double[] found = numbers(row, place);
    int numbers = dim - CategoryColumn.dim(categories);
    if (found.length != numbers) {
      throw new InputException(
          "featuresCol: column %s has %s features in %s, but the model was made from points of %s"
              .formatted(name(row, place), found.length, point.get(), numbers));
    }
    for (int d = 0; d < numbers; d++) {
      double filled = Double.isNaN(found[d]) && substitutes != null ? substitutes[d] : found[d];
      if (!Double.isFinite(filled)) {
        throw new InputException(
            ("featuresCol: column %s[%s] is %s in %s; every feature must be a finite number, or"
                    + " set handleInvalid to skip or keep for NaN")
                .formatted(name(row, place), d, found[d], point.get()));
      }
      target[offset + d] = filled;
    }
    copyCategories(row, target, offset + numbers, point);
  }

  private void copyCategories(Row row, double[] target, int offset, Supplier<String> point) {
    int at = offset;
    for (int c = 0; c < places.length; c++) {
      String code = code(row, places[c]);
      if (code.isEmpty() && substitutes == null) {
        throw new InputException(
            ("categoricalCols: column %s has no value in %s; give every point its category, or set"
                    + " handleInvalid to skip or keep")
                .formatted(name(row, places[c]), point.get()));
      }
      categories.get(c).copy(code, target, at, true);
      at += categories.get(c).dim();
    }
  }
}
