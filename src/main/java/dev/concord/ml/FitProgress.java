package dev.concord.ml;

import dev.concord.spark.files.JobListener;

/** Where a training stands; read by another thread than the one that trains. */
final class FitProgress implements JobListener {
  private volatile State state = new State("", 0, -1, "");

  private record State(String stage, long done, long units, String detail) {}

  /** Stage, units done, all units (-1: unknown) and a few words, parted by tabs. */
  String text() {
    State now = state;
    return String.join(
        "\t", now.stage, Long.toString(now.done), Long.toString(now.units), now.detail);
  }

  @Override
  public void stageStarted(String stage, long units) {
    state = new State(stage, 0, units, "");
  }

  @Override
  public void stageAdvanced(String stage, long done, String detail) {
    State before = state;
    state = new State(stage, Math.max(done, 0), before.units, detail);
  }

  @Override
  public void stageFinished(String stage, double seconds, String summary) {
    State before = state;
    state = new State(stage, before.units, before.units, summary);
  }

  @Override
  public void warning(String message) {}
}
