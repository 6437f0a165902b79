package dev.concord.drift;

import dev.concord.spark.files.IdColumns;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PackedTexts;
import dev.concord.spark.files.TableSlice;
import dev.concord.spark.output.OutputFolder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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
 * @param gone how many points are gone
 * @param goneIds ids of those that are listed, as text
 * @param goneClusters their earlier clusters, -1 for none
 */
record EarlierClusters(
    Changes changes, Lineage lineage, long gone, String[] goneIds, int[] goneClusters) {

  /**
   * The same, where {@code ids} says which of the gone points are listed: where ids are whole
   * numbers, those whose id is one.
   */
  static EarlierClusters of(
      Changes changes, Lineage lineage, long gone, String[] texts, int[] clusters, IdTable ids) {
    boolean all = ids.type().equals(DataTypes.StringType);
    int[] at = IntStream.range(0, texts.length).filter(g -> all || isLong(texts[g])).toArray();
    return new EarlierClusters(
        changes,
        lineage,
        gone,
        Arrays.stream(at).mapToObj(g -> texts[g]).toArray(String[]::new),
        Arrays.stream(at).map(g -> clusters[g]).toArray());
  }

  private static boolean isLong(String text) {
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Writes both tables. */
  void write(OutputFolder output, IdTable ids) {
    output.write(
        "changes",
        changesSchema(ids),
        changes.points().length + (long) goneIds.length,
        (from, count) -> changes(ids, (int) from, count));
    output.write(
        "lineage",
        lineageSchema(),
        lineage.rows().size(),
        (from, count) -> lineage((int) from, count));
  }

  private static StructType changesSchema(IdTable ids) {
    return new StructType()
        .add("id", ids.type(), false)
        .add("before", DataTypes.IntegerType, true)
        .add("after", DataTypes.IntegerType, true)
        .add("reason", DataTypes.StringType, false);
  }

  private static StructType lineageSchema() {
    return new StructType()
        .add("before", DataTypes.IntegerType, true)
        .add("after", DataTypes.IntegerType, true)
        .add("points", DataTypes.LongType, false)
        .add("event", DataTypes.StringType, false);
  }

  /** Rows of table changes. */
  private TableSlice changes(IdTable ids, int from, int count) {
    int moved = changes.points().length;
    int here = Math.max(0, Math.min(count, moved - from));
    int firstGone = Math.max(0, from - moved);
    int end = Math.min(moved, from + here);
    int start = Math.min(from, end);
    int[] before = Arrays.copyOf(Arrays.copyOfRange(changes.before(), start, end), count);
    int[] after = Arrays.copyOf(Arrays.copyOfRange(changes.after(), start, end), count);
    String[] reasons = new String[count];
    for (int r = 0; r < count; r++) {
      if (r < here) {
        reasons[r] = changes.reasons()[from + r].text();
      } else {
        int cluster = goneClusters[firstGone + r - here];
        before[r] = cluster < 0 ? Changes.NONE : cluster;
        after[r] = Changes.NONE;
        reasons[r] = Changes.Reason.GONE.text();
      }
    }
    return new TableSlice(
        count,
        idColumn(
            IdColumns.of(ids, Arrays.copyOfRange(changes.points(), start, end)),
            Arrays.copyOfRange(goneIds, firstGone, firstGone + count - here)),
        new TableSlice.OptionalInts(before, Changes.NONE),
        new TableSlice.OptionalInts(after, Changes.NONE),
        new TableSlice.Strings(reasons));
  }

  /** The ids of points, then those of gone ones. */
  private static TableSlice.Column idColumn(TableSlice.Column points, String[] gone) {
    if (points instanceof TableSlice.Texts texts) {
      PackedTexts all = new PackedTexts();
      for (int p = 0; p < texts.values().size(); p++) {
        all.add(texts.values(), p);
      }
      for (String id : gone) {
        all.add(id);
      }
      all.trim();
      return new TableSlice.Texts(all);
    }
    return new TableSlice.Longs(
        LongStream.concat(
                Arrays.stream(((TableSlice.Longs) points).values()),
                Arrays.stream(gone).mapToLong(Long::parseLong))
            .toArray());
  }

  /** Rows of table lineage. */
  private TableSlice lineage(int from, int count) {
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
