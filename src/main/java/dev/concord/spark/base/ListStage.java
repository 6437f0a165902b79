package dev.concord.spark.base;

import dev.concord.graph.search.UpdatableLists;
import dev.concord.spark.store.SavedStage;
import dev.concord.spark.store.StageTable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Neighbour lists as tables of a stage that is kept, and back to the last bit. */
public final class ListStage {
  private static final String LISTS = "lists";
  private static final String NEIGHBORS = "neighbours";
  private static final String WIDTH = "width";
  private static final String UPDATE = "update";

  private ListStage() {}

  /** The tables; none where there are no lists. */
  public static Map<String, StageTable> tables(@Nullable ListedContents contents) {
    Map<String, StageTable> tables = new LinkedHashMap<>();
    if (contents == null) {
      return tables;
    }
    UpdatableLists lists = contents.lists().onDriver();
    int n = lists.rows();
    int[] counts = new int[n];
    double[] reach = new double[n];
    int[] bound = new int[n];
    int entries = 0;
    for (int i = 0; i < n; i++) {
      counts[i] = lists.count(i);
      reach[i] = lists.reach(i);
      bound[i] = lists.bound(i);
      entries = Math.addExact(entries, counts[i]);
    }
    int[] index = new int[entries];
    double[] distance = new double[entries];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int e = 0; e < counts[i]; e++) {
        index[at] = lists.index(i, e);
        distance[at++] = lists.distance(i, e);
      }
    }
    tables.put(
        LISTS,
        StageTable.of(n)
            .with("fingerprint", contents.fingerprints())
            .with("count", counts)
            .with("bound", bound)
            .with(List.of("reach"), reach));
    tables.put(
        NEIGHBORS, StageTable.of(entries).with("index", index).with(List.of("distance"), distance));
    tables.put(WIDTH, StageTable.of(1).with(WIDTH, new int[] {lists.width()}));
    ListedContents.Update update = contents.update();
    if (update != null) {
      tables.put(
          UPDATE,
          StageTable.of(1)
              .with("searched", new int[] {update.searched()})
              .with("entered", new int[] {update.entered()}));
    }
    return tables;
  }

  /** The lists of a stage, or null where it has none. */
  public static @Nullable ListedContents read(SavedStage stage, boolean exact) {
    if (!stage.tables().containsKey(LISTS)) {
      return null;
    }
    StageTable table = stage.table(LISTS);
    StageTable neighbors = stage.table(NEIGHBORS);
    int[] rows = new int[table.rows()];
    Arrays.setAll(rows, i -> i);
    UpdatableLists lists = UpdatableLists.empty(rows, stage.table(WIDTH).ints(WIDTH)[0]);
    int[] counts = table.ints("count");
    int[] bound = table.ints("bound");
    int at = 0;
    for (int i = 0; i < table.rows(); i++) {
      lists.set(i, neighbors.ints("index"), neighbors.doubles(), at, counts[i]);
      lists.complete(i, table.doubles()[i], bound[i]);
      at += counts[i];
    }
    return new ListedContents(
        table.longs("fingerprint"), new KeptLists.OnDriver(lists), exact, update(stage));
  }

  private static ListedContents.@Nullable Update update(SavedStage stage) {
    if (!stage.tables().containsKey(UPDATE)) {
      return null;
    }
    StageTable table = stage.table(UPDATE);
    return new ListedContents.Update(table.ints("searched")[0], table.ints("entered")[0]);
  }
}
