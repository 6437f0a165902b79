package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Row;

/**
 * Reports the values of a feature table that cannot be used. Runs only after panels with such
 * values were found: a second pass over the source that keeps the first few in id order and the
 * total.
 */
@DefaultSerializer(JavaSerializer.class)
final class BadValues implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int KEPT = 3;

  /** One of them; {@code what} is "NaN", "infinite", "null". */
  @DefaultSerializer(JavaSerializer.class)
  private record Value(int index, int column, String what) implements Serializable {}

  private static final Comparator<Value> ORDER =
      Comparator.comparingInt(Value::index).thenComparingInt(Value::column);

  private long total;
  private final List<Value> first = new ArrayList<>();
  // length of a row's vector -> smallest index of such a row, and how many rows
  private final TreeMap<Integer, long[]> lengths = new TreeMap<>();

  private BadValues() {}

  /** The refusal for the bad values of {@code source}; there is at least one. */
  static InputException refusal(SourceRows source, FeatureColumns columns) {
    SourceTable table = source.table();
    IdTable ids = source.ids();
    RowIndexer indexer = source.indexer();
    BadValues all = new BadValues();
    for (BadValues part :
        source.rows().mapPartitions(p -> List.of(scan(p, indexer, columns)).iterator()).collect()) {
      all.merge(part);
    }
    if (all.lengths.size() > 1) {
      return all.differentLengths(table, columns, ids);
    }
    String point = ids.isRowNumbers() ? "row " : "id ";
    List<String> examples = new ArrayList<>();
    for (Value value : all.first) {
      examples.add(
          value.column() < 0
              ? point + ids.name(value.index()) + " has no " + columns.names().get(0) + " (null)"
              : point
                  + ids.name(value.index())
                  + ", column "
                  + columns.nameOf(value.column())
                  + " is "
                  + value.what());
    }
    return table.refuse(
        ("%d feature %s not a finite number: %s%s; every feature of every point must be"
                + " one, so fill the gaps (input.features.missing), put those rows aside"
                + " (input.quarantine) or leave out the columns")
            .formatted(
                all.total,
                all.total == 1 ? "value is" : "values are",
                String.join("; ", examples),
                all.total > examples.size()
                    ? "; and " + (all.total - examples.size()) + " more"
                    : ""));
  }

  private InputException differentLengths(SourceTable table, FeatureColumns columns, IdTable ids) {
    String point = ids.isRowNumbers() ? "row " : "id ";
    TreeSet<String> described = new TreeSet<>();
    lengths.forEach(
        (length, seen) -> {
          if (described.size() < KEPT) {
            described.add(
                length + " (" + seen[1] + " rows, first " + point + ids.name((int) seen[0]) + ")");
          }
        });
    return table.refuse(
        ("the vectors in column %s have different lengths: %s%s; all points need the"
                + " same features, so pad or drop the odd ones")
            .formatted(
                columns.names().get(0),
                String.join(", ", described),
                lengths.size() > KEPT ? ", ..." : ""));
  }

  private static BadValues scan(Iterator<Row> rows, RowIndexer indexer, FeatureColumns columns) {
    BadValues found = new BadValues();
    ToIntFunction<Row> index = indexer.open();
    int at = indexer.columns();
    double[] values = new double[0];
    while (rows.hasNext()) {
      Row row = rows.next();
      int dense = index.applyAsInt(row);
      if (dense < 0) {
        continue; // a row left out
      }
      int dim = columns.dim(row, at);
      if (dim < 0) {
        found.add(new Value(dense, -1, "null"));
        continue;
      }
      found.length(dim, dense, 1);
      values = new double[dim];
      columns.copy(row, at, values, 0);
      for (int c = 0; c < dim; c++) {
        if (!Double.isFinite(values[c])) {
          found.add(new Value(dense, c, columns.described(row, at, c, values[c], "null")));
        }
      }
    }
    return found;
  }

  private void add(Value value) {
    total++;
    keep(value);
  }

  private void keep(Value value) {
    if (first.size() == KEPT && ORDER.compare(value, first.get(KEPT - 1)) > 0) {
      return;
    }
    first.add(value);
    first.sort(ORDER);
    if (first.size() > KEPT) {
      first.remove(KEPT);
    }
  }

  private void length(int length, long index, long rows) {
    long[] seen = lengths.computeIfAbsent(length, unused -> new long[] {Long.MAX_VALUE, 0});
    seen[0] = Math.min(seen[0], index);
    seen[1] += rows;
  }

  private void merge(BadValues other) {
    total += other.total;
    other.first.forEach(this::keep);
    other.lengths.forEach((length, seen) -> length(length, seen[0], seen[1]));
  }
}
