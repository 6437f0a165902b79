package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.constraint.PairKind;
import dev.concord.error.InputException;
import dev.concord.spark.input.FileOrder;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a table of pairs that name some ids, or some judged pairs. Found for a refusal
 * alone: two Spark jobs over the table. Tables whose rows have no order have none.
 */
final class PairPlaces {
  private static final int SHOWN = 6;

  private final @Nullable FileOrder order;
  private final Map<String, Integer> rows;

  private PairPlaces(@Nullable FileOrder order, Map<String, Integer> rows) {
    this.order = order;
    this.rows = rows;
  }

  /**
   * Looks for rows.
   *
   * @param columns of the table, as {@link PairColumns} describes them
   * @param wanted ids, or pairs as {@link #pair} writes them
   */
  static PairPlaces of(
      SparkSession spark,
      SourceTable table,
      List<Column> columns,
      PairColumns pairs,
      Set<String> wanted) {
    Dataset<Row> selected;
    try {
      selected = FileOrder.select(table, columns);
    } catch (InputException noFiles) {
      return new PairPlaces(null, Map.of());
    }
    FileOrder order = FileOrder.count(spark, table, selected);
    Search search = new Search(RowIndexer.byPlace(order), pairs, wanted);
    Map<String, Integer> first = new TreeMap<>();
    for (Map<String, Integer> part :
        SourceTable.rowsOf(selected).mapPartitions(search::in).collect()) {
      part.forEach((text, row) -> first.merge(text, row, Math::min));
    }
    return new PairPlaces(order, first);
  }

  /** A judged pair as it is looked for, whichever of its ids comes first. */
  static String pair(String a, String b, boolean must) {
    return (a.compareTo(b) <= 0 ? a + "\0" + b : b + "\0" + a) + "\0" + must;
  }

  /** "17 in row 4", with the file where there are several; the id alone where it has no row. */
  String withPlace(String id) {
    Integer row = rows.get(id);
    return row == null || order == null ? id : id + " in " + order.place(row);
  }

  /** What the numbers of rows mean, where there are any. */
  String note() {
    return rows.isEmpty() ? "" : " (rows are counted from 0)";
  }

  /** " (row 4, row 7 of place; rows are counted from 0)"; empty where no pair has a row. */
  String list(List<String> pairs, String place) {
    List<String> places = new ArrayList<>();
    for (String pair : pairs) {
      Integer row = rows.get(pair);
      if (row != null && order != null) {
        places.add(order.place(row));
      }
    }
    if (places.isEmpty()) {
      return "";
    }
    String more = places.size() > SHOWN ? " and " + (places.size() - SHOWN) + " more" : "";
    String shown = String.join(", ", places.subList(0, Math.min(SHOWN, places.size())));
    return " (" + shown + more + " of " + place + "; rows are counted from 0)";
  }

  /** The search in one partition. */
  @DefaultSerializer(JavaSerializer.class)
  private record Search(RowIndexer indexer, PairColumns pairs, Set<String> wanted)
      implements Serializable {
    Iterator<Map<String, Integer>> in(Iterator<Row> part) {
      Map<String, Integer> found = new HashMap<>();
      ToIntFunction<Row> index = indexer.open();
      int from = indexer.columns();
      while (part.hasNext()) {
        Row row = part.next();
        int at = index.applyAsInt(row);
        if (!row.isNullAt(from) && !row.isNullAt(from + 1)) {
          String a = IdColumn.text(row, from);
          String b = IdColumn.text(row, from + 1);
          note(found, a, at);
          note(found, b, at);
          PairKind kind = pairs.kind(row, from + 2);
          if (kind == PairKind.MUST_LINK || kind == PairKind.CANNOT_LINK) {
            note(found, pair(a, b, kind == PairKind.MUST_LINK), at);
          }
        }
      }
      return List.of(found).iterator();
    }

    private void note(Map<String, Integer> found, String text, int row) {
      if (wanted.contains(text)) {
        found.merge(text, row, Math::min);
      }
    }
  }
}
