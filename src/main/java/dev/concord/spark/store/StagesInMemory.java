package dev.concord.spark.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Results of some stages, for further jobs of this process with the same inputs. Memory: that of
 * the results, which share the arrays of the job that computed them; one result a stage. A result
 * for another key is replaced without a word, since that is no damage here. Safe for use by several
 * threads.
 */
public final class StagesInMemory implements StageStore {
  private final Set<String> kinds;
  private final Map<String, Kept> kept = new HashMap<>();

  private record Kept(String key, SavedStage result) {}

  /**
   * A store that is empty yet.
   *
   * @param kinds names of the stages that are kept, as far as a hyphen: {@code eigenvectors} for
   *     {@code eigenvectors-20}
   */
  public StagesInMemory(Set<String> kinds) {
    this.kinds = Set.copyOf(kinds);
  }

  @Override
  public synchronized @Nullable SavedStage find(String stage, StageKey key, Consumer<String> warn) {
    Kept found = kept.get(stage);
    return found != null && found.key().equals(key.digest()) ? found.result() : null;
  }

  @Override
  public synchronized boolean save(
      String stage, StageKey key, SavedStage result, Consumer<String> warn) {
    int hyphen = stage.indexOf('-');
    if (!kinds.contains(hyphen < 0 ? stage : stage.substring(0, hyphen))) {
      return false;
    }
    kept.put(stage, new Kept(key.digest(), result));
    return true;
  }
}
