package dev.concord.spark.store;

import dev.concord.method.ResultStore.Found;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Partitions that further runs may use, as stages. */
public final class KeptPartition {
  private static final String TABLE = "clusters";
  private static final String COLUMN = "cluster";

  private record Facts(int points, @Nullable Double objective) {}

  private KeptPartition() {}

  /** What is kept for that stage and key, or null; see {@link StageStore#find}. */
  public static @Nullable Found find(
      StageStore store, String stage, StageKey key, Consumer<String> warn) {
    SavedStage saved = store.find(stage, key, warn);
    if (saved == null) {
      return null;
    }
    Double objective = saved.facts(Facts.class).objective();
    return new Found(saved.table(TABLE).ints(COLUMN), objective == null ? Double.NaN : objective);
  }

  /** What is kept for that stage and key, or is found now and kept. */
  public static Found of(
      StageStore store, String stage, StageKey key, Consumer<String> warn, Supplier<Found> search) {
    Found kept = find(store, stage, key, warn);
    if (kept == null) {
      kept = search.get();
      save(store, stage, key, kept, warn);
    }
    return kept;
  }

  /** Keeps it, where the store does; see {@link StageStore#save}. */
  public static void save(
      StageStore store, String stage, StageKey key, Found found, Consumer<String> warn) {
    StageTable table = StageTable.of(found.labels().length).with(COLUMN, found.labels());
    Double objective = Double.isNaN(found.objective()) ? null : found.objective();
    Facts facts = new Facts(found.labels().length, objective);
    store.save(stage, key, SavedStage.of(Map.of(TABLE, table), facts), warn);
  }
}
