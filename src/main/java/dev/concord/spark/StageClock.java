package dev.concord.spark;

import java.util.LinkedHashMap;
import java.util.Map;

/** Runs the stages one after the other: tells the listener, keeps the seconds. */
final class StageClock {
  private final JobListener listener;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private String current = "";
  private long since;

  StageClock(JobListener listener) {
    this.listener = listener;
  }

  void start(String stage, long units) {
    current = stage;
    since = System.nanoTime();
    listener.stageStarted(stage, units);
  }

  void advance(long done, String detail) {
    listener.stageAdvanced(current, done, detail);
  }

  void finish(String summary) {
    double elapsed = (System.nanoTime() - since) / 1e9;
    seconds.merge(current, elapsed, Double::sum);
    listener.stageFinished(current, elapsed, summary);
  }

  String current() {
    return current;
  }

  JobListener listener() {
    return listener;
  }

  /** Stage to seconds, in the order of the stages. */
  Map<String, Double> seconds() {
    return seconds;
  }
}
