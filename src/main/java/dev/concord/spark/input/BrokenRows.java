package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import com.univocity.parsers.csv.CsvParser;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reports the incomplete rows of a table. Runs only after a task found one. */
final class BrokenRows {
  private static final int SHOWN = 80;

  private BrokenRows() {}

  @DefaultSerializer(JavaSerializer.class)
  private record Faults(TableFaults wide, TableFaults broken) implements Serializable {}

  /** The refusal of a table in which a task found such a row: one more pass, to count them all. */
  static InputException refusal(TableConfig config, RowScreen.BrokenRow found) {
    SourceTable table = SourceTable.open(SparkSession.active(), config, List.of());
    List<Column> columns = Arrays.stream(table.schema().fields()).map(table::column).toList();
    Dataset<Row> rows = table.select(columns);
    RowScreen screen = table.screen(rows.schema());
    List<Integer> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int t = 0; t < screen.texts().size(); t++) {
      if (found.texts.contains(screen.names().get(t))) {
        texts.add(screen.texts().get(t));
        names.add(screen.names().get(t));
      }
    }
    RowScreen asked = new RowScreen(screen.dialect(), screen.whole(), screen.width(), texts, names);
    TableFaults wide = new TableFaults();
    TableFaults broken = new TableFaults();
    for (Faults part :
        SourceTable.rowsOf(rows).mapPartitions(p -> List.of(scan(asked, p)).iterator()).collect()) {
      wide.merge(part.wide());
      broken.merge(part.broken());
    }
    return refusal(table, asked.width(), wide, broken);
  }

  private static Faults scan(RowScreen screen, Iterator<Row> rows) {
    CsvParser parser = screen.dialect().parser();
    Faults found = new Faults(new TableFaults(), new TableFaults());
    while (rows.hasNext()) {
      Row row = rows.next();
      if (screen.isWide(row, parser)) {
        String line = row.getString(screen.whole());
        String shown = line.length() <= SHOWN ? line : line.substring(0, SHOWN) + " ...";
        found.wide().add("'" + shown + "'");
      }
      for (int t = 0; t < screen.texts().size(); t++) {
        int at = screen.texts().get(t);
        if (!row.isNullAt(at) && RowScreen.isBroken(row.getString(at))) {
          found.broken().add("'" + row.getString(at) + "' in column " + screen.names().get(t));
        }
      }
    }
    return found;
  }

  private static InputException refusal(
      SourceTable table, int width, TableFaults wide, TableFaults broken) {
    if (wide.any()) {
      return table.refuse(
          ("%d %s more fields than the table has columns (%d): %s; take the fields too many out, or"
                  + " put texts that hold the separator in double quotes")
              .formatted(
                  wide.total(), wide.total() == 1 ? "row has" : "rows have", width, wide.text()));
    }
    if (broken.any()) {
      return table.refuse(
          "%d %s not valid UTF-8: %s; %s"
              .formatted(
                  broken.total(),
                  broken.total() == 1 ? "text is" : "texts are",
                  broken.text(),
                  RowScreen.charsetRemedy(table.config())));
    }
    return table.refuse(
        "the table changed while it was read; keep its files still, then run the command again");
  }
}
