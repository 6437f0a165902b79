package dev.concord.experiment;

import dev.concord.experiment.trial.Trial;
import dev.concord.spark.store.SavedStage;
import dev.concord.spark.store.StageKey;
import dev.concord.spark.store.StageStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The trials done so far, group by group, kept beside the output so that a killed run goes on where
 * it was. Keeping takes at most a tenth of the time: the next time comes ten times as late as the
 * last one took, and the store has a rule of its own.
 */
final class SavedTrials {
  private static final String STAGE = "trials";

  /** The facts of the stage; it has no tables. */
  private record Groups(Map<String, List<Trial>> groups) {}

  private final StageStore store;
  private final StageKey key;
  private final Consumer<String> warn;
  private final Map<String, List<Trial>> groups = new LinkedHashMap<>();
  private long notBefore = System.nanoTime();

  SavedTrials(StageStore store, StageKey key, Consumer<String> warn) {
    this.store = store;
    this.key = key;
    this.warn = warn;
    SavedStage saved = store.find(STAGE, key, warn);
    if (saved != null) {
      groups.putAll(saved.facts(Groups.class).groups());
    }
  }

  /** The trials of a finished group, or null. */
  @Nullable List<Trial> find(String group) {
    return groups.get(group);
  }

  int size() {
    return groups.values().stream().mapToInt(List::size).sum();
  }

  /** Takes in a finished group. */
  void add(String group, List<Trial> trials) {
    groups.put(group, List.copyOf(trials));
    long now = System.nanoTime();
    if (now >= notBefore) {
      store.save(STAGE, key, SavedStage.of(Map.of(), new Groups(groups)), warn);
      long after = System.nanoTime();
      notBefore = after + 10 * (after - now);
    }
  }
}
