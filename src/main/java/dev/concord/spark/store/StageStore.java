package dev.concord.spark.store;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the results of stages for a job that is started again. */
public interface StageStore {
  /** Keeps nothing. */
  StageStore NONE =
      new StageStore() {
        @Override
        public @Nullable SavedStage find(String stage, StageKey key, Consumer<String> warn) {
          return null;
        }

        @Override
        public boolean save(String stage, StageKey key, SavedStage result, Consumer<String> warn) {
          return false;
        }
      };

  /**
   * The result kept for that stage, read and checked; or null when there is none, when it was made
   * for another key, or when it is damaged. The last two cause a warning.
   *
   * @param stage a name fit for a folder
   * @param warn receives a sentence on why a stage is not used
   */
  @Nullable SavedStage find(String stage, StageKey key, Consumer<String> warn);

  /**
   * Saves a result, replacing the saved one of that stage. A failure costs a warning, not the job.
   *
   * @param warn receives a sentence on why it could not be saved
   * @return whether it was kept
   */
  boolean save(String stage, StageKey key, SavedStage result, Consumer<String> warn);
}
