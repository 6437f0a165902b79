package dev.concord.spark.input.pairs;

import dev.concord.config.LabelsConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PackedTexts;
import dev.concord.spark.files.SortedTexts;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.SourceTable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.SparkSession;

/** Adds the records of a table to the points of a table of edges: they may be in no edge. */
public final class RecordIds {
  private RecordIds() {}

  /**
   * The edges over the ids of both tables. Ids that are null are passed over: what reads the table
   * refuses them.
   *
   * @throws dev.concord.error.InputException if the table cannot be read or lacks the column
   */
  public static EdgeTable added(SparkSession spark, LabelsConfig records, EdgeTable edges) {
    IdTable own = edges.ids();
    IdTable all = added(spark, records, own);
    boolean longs = isLongs(all);
    int[] place = new int[own.size()];
    Arrays.setAll(place, i -> all.find(longs ? own.id(i) : own.name(i)));
    int[] source = new int[edges.source().length];
    int[] target = new int[source.length];
    for (int e = 0; e < source.length; e++) {
      source[e] = place[edges.source()[e]];
      target[e] = place[edges.target()[e]];
    }
    return EdgeOrder.sorted(all, source, target, edges.weight());
  }

  /** The ids {@code own} and those of the records, each once. */
  public static IdTable added(SparkSession spark, LabelsConfig records, IdTable own) {
    IdTable others =
        ReadFailures.guard(
            records.table(),
            () -> {
              SourceTable table = SourceTable.open(spark, records.table(), List.of(records.id()));
              return IdTables.named(table, List.of(IdColumn.of(table, "id", records.id())));
            });
    return isLongs(own) && isLongs(others) ? longs(own, others) : texts(own, others);
  }

  private static boolean isLongs(IdTable ids) {
    return ids.size() == 0 || ids.id(0) instanceof Long;
  }

  private static IdTable longs(IdTable own, IdTable records) {
    return IdTable.ofLongs(
        LongStream.concat(longs(own), longs(records)).sorted().distinct().toArray());
  }

  private static LongStream longs(IdTable ids) {
    return IntStream.range(0, ids.size()).mapToLong(i -> (Long) ids.id(i));
  }

  private static IdTable texts(IdTable own, IdTable records) {
    return IdTable.ofStrings(
        SortedTexts.merged(List.of(texts(own).sorted(), texts(records).sorted())));
  }

  private static PackedTexts texts(IdTable ids) {
    PackedTexts texts = new PackedTexts();
    for (int i = 0; i < ids.size(); i++) {
      texts.add(ids.name(i));
    }
    return texts;
  }
}
