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
  private boolean always;

  /** Shows the first of {@code width} columns of a row. */
  static RowFaults of(Iterator<Row> rows, RowCheck check, int width) {
    Function<Row, String> reasons = check.open();
    RowFaults found = new RowFaults();
    while (rows.hasNext()) {
      Row row = rows.next();
      String reason = reasons.apply(row);
      if (!reason.isEmpty()) {
        String start =
            IntStream.range(0, Math.min(FIELDS, width))
                .mapToObj(c -> String.valueOf(row.get(c)))
                .collect(Collectors.joining(", "));
        found
            .byKind
            .computeIfAbsent(VALUE.matcher(reason).replaceAll("_"), kind -> new TableFaults())
            .add(reason + " (row " + start + (width > FIELDS ? ", ...)" : ")"));
      }
    }
    return found;
  }

  void merge(RowFaults other) {
    other.byKind.forEach(
        (kind, faults) -> byKind.computeIfAbsent(kind, unused -> new TableFaults()).merge(faults));
  }

  /** Lists them even if there is one reason only, which is not refused otherwise. */
  void listAlways() {
    always = true;
  }

  boolean isListed() {
    return byKind.size() > (always ? 0 : 1);
  }

  /** "5 rows cannot be used for several reasons: 1 row: ...; 4 rows: ...". */
  String text() {
    long rows = byKind.values().stream().mapToLong(TableFaults::total).sum();
    return rows
        + (rows == 1 ? " row" : " rows")
        + " cannot be used"
        + (byKind.size() > 1 ? " for several reasons: " : ": ")
        + byKind.values().stream()
            .limit(KINDS)
            .map(
                faults ->
                    (byKind.size() == 1
                            ? ""
                            : faults.total() + (faults.total() == 1 ? " row: " : " rows: "))
                        + faults.text())
            .collect(Collectors.joining("; "))
        + (byKind.size() > KINDS ? "; and " + (byKind.size() - KINDS) + " more reasons" : "")
        + "; correct or remove "
        + (rows == 1 ? "it" : "them")
        + ", or set input.quarantine to put "
        + (rows == 1 ? "it" : "them")
        + " aside";
  }
}
