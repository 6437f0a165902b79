package dev.concord.spark.input;

import dev.concord.error.InputException;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PackedTexts;
import dev.concord.spark.files.SortedTexts;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Makes the id table out of what the partitions hold: sorted on the driver, longs ascending,
 * strings by UTF-16 code units.
 */
public final class IdTables {
  private static final long MOST = Integer.MAX_VALUE - 8L;

  private IdTables() {}

  /** Every id once; repeated ids are refused. */
  public static IdTable unique(SourceTable table, IdColumn column, List<IdChunk> chunks) {
    long nulls = chunks.stream().mapToLong(IdChunk::nulls).sum();
    if (nulls > 0) {
      throw table.refuse(
          ("%d %s no id (column %s is null); every point needs its own id, so fill the"
                  + " column or remove the rows")
              .formatted(nulls, nulls == 1 ? "row has" : "rows have", column.name()));
    }
    int size = checkedSize(table, chunks.stream().mapToLong(IdChunk::size).sum());
    if (size == 0) {
      throw empty(table);
    }
    IdTable ids = merge(size, chunks);
    if (ids.size() < size) {
      throw repeated(table, column, size, ids, chunks);
    }
    return ids;
  }

  /** The ids of some columns, each once; null is none. One Spark job. */
  public static IdTable named(SourceTable table, List<IdColumn> columns) {
    Dataset<Row> rows = table.select(columns.stream().map(id -> id.select(table)).toList());
    return distinct(
        table,
        SourceTable.rowsOf(rows)
            .mapPartitions(
                part -> {
                  List<IdChunk> chunks =
                      columns.stream().map(id -> new IdChunk(id.kind())).toList();
                  while (part.hasNext()) {
                    Row row = part.next();
                    for (int c = 0; c < columns.size(); c++) {
                      chunks.get(c).add(columns.get(c), row, c);
                    }
                  }
                  return chunks.iterator();
                })
            .collect());
  }

  /** Every id once, however often it occurs. */
  public static IdTable distinct(SourceTable table, List<IdChunk> chunks) {
    return merge(checkedSize(table, chunks.stream().mapToLong(IdChunk::size).sum()), chunks);
  }

  /**
   * Every id once, parted by a hash: equal ids of several calls come to the same part, unless some
   * are longs and others their texts. In no order.
   */
  public static IdChunk[] parted(List<IdChunk> chunks, int parts) {
    boolean numbers = chunks.stream().allMatch(IdChunk::isLongs);
    IdChunk[] found = new IdChunk[parts];
    for (int p = 0; p < parts; p++) {
      found[p] = new IdChunk(numbers ? IdColumn.Kind.LONG : IdColumn.Kind.TEXT);
    }
    if (numbers) {
      int size = Math.toIntExact(chunks.stream().mapToLong(IdChunk::size).sum());
      long[] all = sortedLongs(size, chunks);
      for (int i = 0; i < size; i++) {
        if (i == 0 || all[i] != all[i - 1]) {
          found[Math.floorMod(Long.hashCode(all[i]), parts)].addLong(all[i]);
        }
      }
    } else {
      PackedTexts all = PackedTexts.once(chunks.stream().map(IdChunk::texts).toList());
      for (int i = 0; i < all.size(); i++) {
        found[(all.hash(i) >>> 1) % parts].addText(all, i);
      }
    }
    for (IdChunk part : found) {
      part.trim();
    }
    return found;
  }

  /** Every id once, in order. */
  public static IdChunk once(List<IdChunk> chunks) {
    IdChunk all = parted(chunks, 1)[0];
    all.sort();
    return all;
  }

  /**
   * The ids of a table by how often they occur.
   *
   * @param once the ids of one row
   * @param repeated the ids of several
   */
  public record Repeats(IdTable once, IdTable repeated) {}

  /** Parts the ids by whether they are repeated; none is null. */
  public static Repeats repeats(SourceTable table, List<IdChunk> chunks) {
    int size = checkedSize(table, chunks.stream().mapToLong(IdChunk::size).sum());
    IdTable ids = merge(size, chunks);
    int[] count = counts(size, ids, chunks);
    return new Repeats(
        ids.subset(IntStream.range(0, ids.size()).filter(i -> count[i] == 1).toArray()),
        ids.subset(IntStream.range(0, ids.size()).filter(i -> count[i] > 1).toArray()));
  }

  /** How often each id occurs. */
  private static int[] counts(int size, IdTable ids, List<IdChunk> chunks) {
    IntPredicate repeats;
    if (chunks.stream().allMatch(IdChunk::isLongs)) {
      long[] all = sortedLongs(size, chunks);
      repeats = i -> all[i - 1] == all[i];
    } else {
      PackedTexts all = PackedTexts.merged(sortedParts(chunks));
      repeats = i -> all.compare(i - 1, all, i) == 0;
    }
    int[] count = new int[ids.size()];
    int at = -1;
    for (int i = 0; i < size; i++) {
      at += i > 0 && repeats.test(i) ? 0 : 1;
      count[at]++;
    }
    return count;
  }

  public static InputException empty(SourceTable table) {
    return table.refuse("the table has no rows; give at least one point");
  }

  public static int checkedSize(SourceTable table, long rows) {
    if (rows > MOST) {
      throw table.refuse(
          "the table has %d rows; Concord takes at most %d, so sample it first"
              .formatted(rows, MOST));
    }
    return (int) rows;
  }

  private static IdTable merge(int size, List<IdChunk> chunks) {
    if (chunks.stream().allMatch(IdChunk::isLongs)) {
      long[] all = sortedLongs(size, chunks);
      int kept = 0;
      for (int i = 0; i < size; i++) {
        if (i == 0 || all[i] != all[i - 1]) {
          all[kept++] = all[i];
        }
      }
      return IdTable.ofLongs(kept == size ? all : Arrays.copyOf(all, kept));
    }
    return IdTable.ofStrings(SortedTexts.merged(sortedParts(chunks)));
  }

  private static long[] sortedLongs(int size, List<IdChunk> chunks) {
    long[] all = new long[size];
    int at = 0;
    for (IdChunk chunk : chunks) {
      chunk.copyTo(all, at);
      at += chunk.size();
    }
    Arrays.parallelSort(all);
    return all;
  }

  private static List<PackedTexts> sortedParts(List<IdChunk> chunks) {
    return chunks.parallelStream().map(IdChunk::sorted).toList();
  }

  /** Names the first repeated id, how often it stands there, and how many ids are repeated. */
  private static InputException repeated(
      SourceTable table, IdColumn column, int size, IdTable ids, List<IdChunk> chunks) {
    int[] count = counts(size, ids, chunks);
    int first = -1;
    int repeated = 0;
    for (int i = 0; i < count.length; i++) {
      if (count[i] > 1) {
        first = first < 0 ? i : first;
        repeated++;
      }
    }
    return table.refuse(
        ("id %s stands in %d rows (column %s)%s; every point needs its own id, so remove"
                + " the repeated rows or name another id column")
            .formatted(
                ids.name(first),
                count[first],
                column.name(),
                repeated == 1 ? "" : ", and " + (repeated - 1) + " more ids are repeated"));
  }
}
