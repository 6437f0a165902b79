package dev.concord.spark.input.features;

import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BiPredicate;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** Packs the rows of one partition into batches; holds one batch. */
final class BatchIterator implements Iterator<FeatureBatch> {
  private final Iterator<Row> source;
  private final NewPointIds ids;
  private final FeatureColumns columns;
  private final int dim;
  private final int batchRows;
  private final String place;
  private final BiPredicate<Object, Row> takes;
  private final @Nullable ToIntFunction<Row> numbers;
  private @Nullable FeatureBatch next;

  /**
   * @param place what messages call the table
   * @param takes whether a row of an id is taken; others are passed over
   */
  BatchIterator(
      Iterator<Row> source,
      NewPointIds ids,
      FeatureColumns columns,
      int dim,
      int batchRows,
      String place,
      BiPredicate<Object, Row> takes) {
    this.source = source;
    this.ids = ids;
    this.columns = columns;
    this.dim = dim;
    this.batchRows = batchRows;
    this.place = place;
    this.takes = takes;
    this.numbers = ids.numbers();
  }

  @Override
  public boolean hasNext() {
    if (next == null) {
      next = read();
    }
    return next != null;
  }

  @Override
  public FeatureBatch next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException();
    }
    FeatureBatch batch = next;
    next = null;
    return batch;
  }

  private @Nullable FeatureBatch read() {
    List<Object> taken = new ArrayList<>();
    double[] values = new double[0];
    while (taken.size() < batchRows && source.hasNext()) {
      Row row = source.next();
      Object id = numbers == null ? ids.id(row, place) : (Object) (long) numbers.applyAsInt(row);
      if (!takes.test(id, row)) {
        continue;
      }
      int rows = taken.size();
      if (values.length < (rows + 1) * dim) {
        values = Arrays.copyOf(values, Math.min(batchRows, Math.max(64, 2 * rows)) * dim);
      }
      copy(row, id, values, rows * dim);
      taken.add(id);
    }
    return taken.isEmpty()
        ? null
        : new FeatureBatch(
            taken.size(),
            ids.strings() ? new long[0] : taken.stream().mapToLong(id -> (Long) id).toArray(),
            ids.strings() ? taken.toArray(String[]::new) : new String[0],
            Arrays.copyOf(values, taken.size() * dim));
  }

  private void copy(Row row, Object id, double[] values, int offset) {
    int at = ids.columns();
    int found = columns.dim(row, at);
    if (found != dim) {
      throw new InputException(
          place
              + ": "
              + point(id)
              + (found < 0
                  ? " has no " + columns.names().get(0) + " (null)"
                  : " has a vector of " + found + " features")
              + ", but the model was made from points of "
              + dim
              + " features; give every point the same features");
    }
    columns.copy(row, at, values, offset);
    for (int c = 0; c < dim; c++) {
      if (!Double.isFinite(values[offset + c])) {
        String what = columns.described(row, at, c, values[offset + c], "null");
        throw new InputException(
            ("%s: %s, column %s is %s; every feature of every point must be a finite number, so"
                    + " correct the value, or leave out rows where one is missing"
                    + " (input.features.missing = drop)")
                .formatted(place, point(id), columns.nameOf(c), what));
      }
    }
  }

  private String point(Object id) {
    return (numbers == null ? "id " : "row ") + id;
  }
}
