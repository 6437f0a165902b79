package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Row;

/** Finds the levels of the category columns of a table: one pass, the driver sorts them. */
final class CategoryLevels {
  /** So many levels a column may have. */
  private static final int MOST = 100;

  /** So many different values a task counts. */
  private static final int COUNTED = 10_000;

  private CategoryLevels() {}

  /** The distinct codes of a column in some rows. */
  @DefaultSerializer(JavaSerializer.class)
  private static final class Codes implements Serializable {
    private static final long serialVersionUID = 1L;
    private final TreeSet<String> codes = new TreeSet<>();
    private boolean missing;
    private boolean more;

    void add(String code) {
      if (code.isEmpty()) {
        missing = true;
      } else if (codes.size() < COUNTED) {
        codes.add(code);
      } else {
        more |= !codes.contains(code);
      }
    }

    void merge(Codes other) {
      other.codes.forEach(this::add);
      missing |= other.missing;
      more |= other.more;
    }
  }

  /**
   * The columns with their levels.
   *
   * @param source has rows that its indexer does not know, which are not points
   * @param fills whether missing values are filled, and so a level of their own
   * @throws InputException when a column has too many levels to be one of categories
   */
  static FeatureColumns known(SourceRows source, boolean fills) {
    FeatureColumns columns = source.columns();
    RowIndexer indexer = source.indexer();
    List<String> names = columns.categoryNames();
    if (names.isEmpty()) {
      return columns;
    }
    List<Codes> all = fresh(names.size());
    for (List<Codes> part :
        source
            .rows()
            .mapPartitions(p -> List.of(codes(p, indexer, columns, names.size())).iterator())
            .collect()) {
      for (int c = 0; c < all.size(); c++) {
        all.get(c).merge(part.get(c));
      }
    }
    List<CategoryColumn> known = new ArrayList<>();
    for (int c = 0; c < all.size(); c++) {
      Codes found = all.get(c);
      refuseMany(source.table(), names.get(c), found, source.ids().size());
      known.add(new CategoryColumn(names.get(c), List.copyOf(found.codes), fills && found.missing));
    }
    return columns.categories(known);
  }

  private static List<Codes> fresh(int columns) {
    List<Codes> codes = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      codes.add(new Codes());
    }
    return codes;
  }

  private static List<Codes> codes(
      Iterator<Row> rows, RowIndexer indexer, FeatureColumns columns, int count) {
    ToIntFunction<Row> index = indexer.open();
    List<Codes> found = fresh(count);
    while (rows.hasNext()) {
      Row row = rows.next();
      if (index.applyAsInt(row) >= 0) {
        for (int c = 0; c < count; c++) {
          found.get(c).add(columns.code(row, indexer.columns(), c));
        }
      }
    }
    return found;
  }

  private static void refuseMany(SourceTable table, String name, Codes found, int n) {
    int limit = Math.min(MOST, Math.max(2, n / 2));
    if (found.codes.size() > limit) {
      throw table.refuse(
          ("column %s (input.features.categories) has %s%d different values in %d rows, but %d at"
                  + " most can be categories (%d, and half the rows); merge rare values, or leave the"
                  + " column out")
              .formatted(name, found.more ? "more than " : "", found.codes.size(), n, limit, MOST));
    }
  }
}
