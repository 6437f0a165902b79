package dev.concord.spark.input.features;

import dev.concord.error.InputException;
import java.util.Arrays;
import java.util.Iterator;
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
  private final BiPredicate<Object, Row> taken;
  private final @Nullable ToIntFunction<Row> numbers;
  private @Nullable FeatureBatch next;

  /**
   * @param place what messages call the table
   * @param taken whether a row of an id is taken; others are passed over
   */
  BatchIterator(
      Iterator<Row> source,
      NewPointIds ids,
      FeatureColumns columns,
      int dim,
      int batchRows,
      String place,
      BiPredicate<Object, Row> taken) {
    this.source = source;
    this.ids = ids;
    this.columns = columns;
    this.dim = dim;
    this.batchRows = batchRows;
    this.place = place;
    this.taken = taken;
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
    int capacity = 64;
    long[] longs = new long[ids.strings() ? 0 : capacity];
    String[] strings = new String[ids.strings() ? capacity : 0];
    double[] values = new double[capacity * dim];
    int rows = 0;
    while (rows < batchRows && source.hasNext()) {
      Row row = source.next();
      Object id = numbers == null ? ids.id(row, place) : (Object) (long) numbers.applyAsInt(row);
      if (!taken.test(id, row)) {
        continue;
      }
      if (rows == capacity) {
        capacity = Math.min(batchRows, 2 * capacity);
        longs = Arrays.copyOf(longs, ids.strings() ? 0 : capacity);
        strings = Arrays.copyOf(strings, ids.strings() ? capacity : 0);
        values = Arrays.copyOf(values, capacity * dim);
      }
      if (id instanceof String text) {
        strings[rows] = text;
      } else {
        longs[rows] = (Long) id;
      }
      copy(row, id, values, rows * dim);
      rows++;
    }
    return rows == 0
        ? null
        : new FeatureBatch(
            rows,
            Arrays.copyOf(longs, ids.strings() ? 0 : rows),
            Arrays.copyOf(strings, ids.strings() ? rows : 0),
            Arrays.copyOf(values, rows * dim));
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
        String fault = columns.fault(row, at, c);
        String what = columns.isMissing(row, at, c) ? "null" : "" + values[offset + c];
        throw new InputException(
            ("%s: %s, column %s is %s; every feature of every point must be a finite number, so"
                    + " correct the value, or leave out rows where one is missing"
                    + " (input.features.missing = drop)")
                .formatted(place, point(id), columns.nameOf(c), fault.isEmpty() ? what : fault));
      }
    }
  }

  private String point(Object id) {
    return (numbers == null ? "id " : "row ") + id;
  }
}
