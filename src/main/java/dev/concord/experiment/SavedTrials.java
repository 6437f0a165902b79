package dev.concord.experiment;

import dev.concord.experiment.trial.Measure;
import dev.concord.experiment.trial.Trial;
import dev.concord.spark.store.SavedStage;
import dev.concord.spark.store.StageKey;
import dev.concord.spark.store.StageStore;
import dev.concord.spark.store.StageTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The trials done so far, group by group, kept beside the output so that a killed run goes on where
 * it was. Keeping takes at most a tenth of the time: the next time comes ten times as late as the
 * last one took, and the store has a rule of its own.
 */
final class SavedTrials {
  private static final String STAGE = "trials";

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
      read(saved);
    }
  }

  /** The trials of a finished group, or null. */
  @org.jspecify.annotations.Nullable
  List<Trial> find(String group) {
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
      store.save(STAGE, key, form(), warn);
      long after = System.nanoTime();
      notBefore = after + 10 * (after - now);
    }
  }

  /** The facts of the stage. */
  private record Groups(int groups) {}

  private SavedStage form() {
    int rows = size();
    int figures = Measure.values().length;
    String[] group = new String[rows];
    String[] dataset = new String[rows];
    String[] method = new String[rows];
    String[] failure = new String[rows];
    int[] given = new int[rows];
    int[] instance = new int[rows];
    int[] trial = new int[rows];
    double[] values = new double[rows * (figures + 1)];
    int at = 0;
    for (Map.Entry<String, List<Trial>> entry : groups.entrySet()) {
      for (Trial t : entry.getValue()) {
        group[at] = entry.getKey();
        dataset[at] = t.dataset();
        method[at] = t.method();
        failure[at] = t.failure();
        given[at] = t.given();
        instance[at] = t.instance();
        trial[at] = t.trial();
        values[at] = t.noise();
        for (int m = 0; m < figures; m++) {
          values[(m + 1) * rows + at] = t.figures()[m];
        }
        at++;
      }
    }
    List<String> names = new ArrayList<>(List.of("noise"));
    for (Measure measure : Measure.values()) {
      names.add(measure.column());
    }
    StageTable table =
        StageTable.of(rows)
            .with("group", group)
            .with("dataset", dataset)
            .with("method", method)
            .with("failure", failure)
            .with("told", given)
            .with("instance", instance)
            .with("trial", trial)
            .with(names, values);
    return SavedStage.of(Map.of(STAGE, table), new Groups(groups.size()));
  }

  private void read(SavedStage saved) {
    StageTable table = saved.table(STAGE);
    int rows = table.rows();
    double[] values = table.doubles();
    int figures = Measure.values().length;
    for (int r = 0; r < rows; r++) {
      double[] own = new double[figures];
      for (int m = 0; m < figures; m++) {
        own[m] = values[(m + 1) * rows + r];
      }
      groups
          .computeIfAbsent(table.texts("group")[r], name -> new ArrayList<>())
          .add(
              new Trial(
                  table.texts("dataset")[r],
                  table.texts("method")[r],
                  table.ints("told")[r],
                  values[r],
                  table.ints("instance")[r],
                  table.ints("trial")[r],
                  own,
                  table.texts("failure")[r]));
    }
  }
}
