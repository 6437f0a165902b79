package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Iterator;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/** The rows of a table that cannot be used, by the kind of reason. */
@DefaultSerializer(JavaSerializer.class)
final class RowFaults implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int KINDS = 10;
  private static final int FIELDS = 4;
  private static final Pattern VALUE = Pattern.compile("'.*'|\\(.*\\)|-?[0-9.]+|-?Infinity|NaN");

  private final TreeMap<String, TableFaults> byKind = new TreeMap<>();

  static RowFaults of(Iterator<Row> rows, RowCheck check) {
    Function<Row, String> reasons = check.open();
    RowFaults found = new RowFaults();
    while (rows.hasNext()) {
      Row row = rows.next();
      String reason = reasons.apply(row);
      if (!reason.isEmpty()) {
        String start =
            IntStream.range(0, Math.min(FIELDS, row.size()))
                .mapToObj(c -> String.valueOf(row.get(c)))
                .collect(Collectors.joining(", "));
        found
            .byKind
            .computeIfAbsent(VALUE.matcher(reason).replaceAll("_"), kind -> new TableFaults())
            .add(reason + " (row " + start + (row.size() > FIELDS ? ", ...)" : ")"));
      }
    }
    return found;
  }

  void merge(RowFaults other) {
    other.byKind.forEach(
        (kind, faults) -> byKind.computeIfAbsent(kind, unused -> new TableFaults()).merge(faults));
  }

  int kinds() {
    return byKind.size();
  }

  /** "5 rows cannot be used for these reasons: 1 row: ...; 4 rows: ...". */
  String text() {
    long rows = byKind.values().stream().mapToLong(TableFaults::total).sum();
    return rows
        + " rows cannot be used for several reasons: "
        + byKind.values().stream()
            .limit(KINDS)
            .map(
                faults ->
                    faults.total() + (faults.total() == 1 ? " row: " : " rows: ") + faults.text())
            .collect(Collectors.joining("; "))
        + (kinds() > KINDS ? "; and " + (kinds() - KINDS) + " more reasons" : "")
        + "; correct or remove them, or set input.quarantine to put them aside";
  }
}
