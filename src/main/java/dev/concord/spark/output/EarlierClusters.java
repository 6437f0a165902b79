package dev.concord.spark.output;

import dev.concord.metric.drift.Changes;
import dev.concord.metric.drift.Lineage;
import dev.concord.spark.ids.IdTable;
import dev.concord.spark.table.IdColumns;
import dev.concord.spark.table.TableSlice;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * What became of an earlier partition, as two tables. Table changes has a row for each point whose
 * cluster is another, and for each that is gone: id, before, after, reason, those that are gone
 * last. Table lineage has a row for each earlier and present cluster that share points: before,
 * after, points, event. No cluster is null; -1 is for points set aside.
 *
 * @param changes of the points
 * @param lineage of the clusters
 * @param goneIds ids of points that are gone, as text
 * @param goneClusters their earlier clusters, -1 for none
 */
public record EarlierClusters(
    Changes changes, Lineage lineage, String[] goneIds, int[] goneClusters) {

  static StructType changesSchema(IdTable ids) {
    return new StructType()
        .add("id", ids.type(), false)
        .add("before", DataTypes.IntegerType, true)
        .add("after", DataTypes.IntegerType, true)
        .add("reason", DataTypes.StringType, false);
  }

  static StructType lineageSchema() {
    return new StructType()
        .add("before", DataTypes.IntegerType, true)
        .add("after", DataTypes.IntegerType, true)
        .add("points", DataTypes.LongType, false)
        .add("event", DataTypes.StringType, false);
  }

  /** The ids of gone points that the type of these ids can hold. */
  private int[] fitting(IdTable ids) {
    boolean texts = ids.type().equals(DataTypes.StringType);
    int[] at = new int[goneIds.length];
    int count = 0;
    for (int g = 0; g < goneIds.length; g++) {
      if (texts || goneIds[g].matches("[+-]?[0-9]{1,18}")) {
        at[count++] = g;
      }
    }
    return Arrays.copyOf(at, count);
  }

  long changesCount(IdTable ids) {
    return changes.points().length + (long) fitting(ids).length;
  }

  /** Rows of table changes. */
  TableSlice changes(IdTable ids, int from, int count) {
    int moved = changes.points().length;
    int here = Math.max(0, Math.min(count, moved - from));
    int[] gone = fitting(ids);
    int firstGone = Math.max(0, from - moved);
    int[] rest = Arrays.copyOfRange(gone, firstGone, firstGone + count - here);
    int end = Math.min(moved, from + here);
    int start = Math.min(from, end);
    int[] before = Arrays.copyOf(Arrays.copyOfRange(changes.before(), start, end), count);
    int[] after = Arrays.copyOf(Arrays.copyOfRange(changes.after(), start, end), count);
    String[] reasons = new String[count];
    for (int r = 0; r < count; r++) {
      if (r < here) {
        reasons[r] = changes.reasons()[from + r].text();
      } else {
        int cluster = goneClusters[rest[r - here]];
        before[r] = cluster < 0 ? Changes.NONE : cluster;
        after[r] = Changes.NONE;
        reasons[r] = Changes.Reason.GONE.text();
      }
    }
    return new TableSlice(
        count,
        idColumn(ids, Arrays.copyOfRange(changes.points(), start, end), rest),
        new TableSlice.OptionalInts(before, Changes.NONE),
        new TableSlice.OptionalInts(after, Changes.NONE),
        new TableSlice.Strings(reasons));
  }

  private TableSlice.Column idColumn(IdTable ids, int[] points, int[] gone) {
    TableSlice.Column known = IdColumns.of(ids, points);
    int count = points.length + gone.length;
    if (known instanceof TableSlice.Strings strings) {
      String[] all = Arrays.copyOf(strings.values(), count);
      for (int g = 0; g < gone.length; g++) {
        all[points.length + g] = goneIds[gone[g]];
      }
      return new TableSlice.Strings(all);
    }
    long[] all = Arrays.copyOf(((TableSlice.Longs) known).values(), count);
    for (int g = 0; g < gone.length; g++) {
      all[points.length + g] = Long.parseLong(goneIds[gone[g]]);
    }
    return new TableSlice.Longs(all);
  }

  /** Rows of table lineage. */
  TableSlice lineage(int from, int count) {
    List<Lineage.Row> rows = lineage.rows().subList(from, from + count);
    return new TableSlice(
        count,
        new TableSlice.OptionalInts(
            rows.stream().mapToInt(Lineage.Row::before).toArray(), Changes.NONE),
        new TableSlice.OptionalInts(
            rows.stream().mapToInt(Lineage.Row::after).toArray(), Changes.NONE),
        new TableSlice.Longs(rows.stream().mapToLong(Lineage.Row::points).toArray()),
        new TableSlice.Strings(
            rows.stream().map(row -> row.event().text()).toArray(String[]::new)));
  }
}
