package dev.concord.spark.files;

/** Receives the progress of a job. Called on the driver, one stage at a time. */
public interface JobListener {
  JobListener NONE =
      new JobListener() {
        @Override
        public void stageStarted(String stage, long units) {}

        @Override
        public void stageAdvanced(String stage, long done, String detail) {}

        @Override
        public void stageFinished(String stage, double seconds, String summary) {}

        @Override
        public void warning(String message) {}
      };

  /**
   * A stage begins.
   *
   * @param stage one of "read", "cells", "search", "graph", "eigenvectors", "method", "rounding",
   *     "metrics", "output"
   * @param units units of work (tiles, restarts), or -1 when unknown
   */
  void stageStarted(String stage, long units);

  /**
   * A stage gets on.
   *
   * @param done units done so far, or -1
   * @param detail a few words: "product 120, residual 3e-7"; may be empty
   */
  void stageAdvanced(String stage, long done, String detail);

  /** A stage is done; {@code summary} is a few words on what came out. */
  void stageFinished(String stage, double seconds, String summary);

  /** A warning: the job goes on. */
  void warning(String message);
}
