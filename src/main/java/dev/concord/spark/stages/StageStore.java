package dev.concord.spark.stages;

import org.jspecify.annotations.Nullable;

/** Keeps the results of stages for a job that is started again. */
public interface StageStore {
  /** Keeps nothing. */
  StageStore NONE =
      new StageStore() {
        @Override
        public @Nullable SavedStage find(String stage, StageKey key) {
          return null;
        }

        @Override
        public boolean save(String stage, StageKey key, SavedStage result) {
          return false;
        }
      };

  /**
   * The result kept for that stage, read and checked; or null when there is none, when it was made
   * for another key, or when it is damaged. The user is told of the last two.
   *
   * @param stage a name fit for a folder
   */
  @Nullable SavedStage find(String stage, StageKey key);

  /**
   * Keeps a result, in the place of what was kept for that stage. A failure costs a warning, not
   * the job.
   *
   * @return whether it was kept
   */
  boolean save(String stage, StageKey key, SavedStage result);
}
