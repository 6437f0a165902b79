package dev.concord.spark.input.features;

import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;

/** Finds the rows of a feature table in which a feature is missing. One pass over the table. */
final class MissingRows {
  private MissingRows() {}

  /**
   * Their ids.
   *
   * @param indexer of all rows, by {@code ids}
   * @throws dev.concord.error.InputException when no other row is there
   */
  static IdTable of(
      SourceTable table,
      JavaRDD<Row> rows,
      RowIndexer indexer,
      FeatureColumns columns,
      IdTable ids) {
    int[] found =
        rows
            .mapPartitions(part -> List.of(missing(part, indexer, columns)).iterator())
            .collect()
            .stream()
            .flatMapToInt(Arrays::stream)
            .sorted()
            .distinct()
            .toArray();
    if (found.length == ids.size()) {
      throw table.refuse(
          ("%s a missing value, so input.features.missing = drop leaves no point; leave the columns"
                  + " that are often empty out of input.features.columns, or fill the gaps"
                  + " (input.features.missing = mean or median)")
              .formatted(
                  found.length == 1 ? "its only row has" : "all " + found.length + " rows have"));
    }
    return ids.subset(found);
  }

  private static int[] missing(Iterator<Row> rows, RowIndexer indexer, FeatureColumns columns) {
    ToIntFunction<Row> index = indexer.open();
    int at = indexer.columns();
    IntStream.Builder found = IntStream.builder();
    while (rows.hasNext()) {
      Row row = rows.next();
      int dense = index.applyAsInt(row);
      if (dense >= 0 && columns.hasMissing(row, at)) {
        found.add(dense);
      }
    }
    return found.build().toArray();
  }
}
