package dev.concord.spark.files;

import java.util.LinkedHashMap;
import java.util.Map;

/** Measures consecutive stages and reports them to the listener. */
public final class StageClock {
  private final JobListener listener;
  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private String current = "";
  private long since;

  public StageClock(JobListener listener) {
    this.listener = listener;
  }

  public void start(String stage, long units) {
    current = stage;
    since = System.nanoTime();
    listener.stageStarted(stage, units);
  }

  public void advance(long done, String detail) {
    listener.stageAdvanced(current, done, detail);
  }

  public void finish(String summary) {
    double elapsed = (System.nanoTime() - since) / 1e9;
    seconds.merge(current, elapsed, Double::sum);
    listener.stageFinished(current, elapsed, summary);
  }

  public String current() {
    return current;
  }

  public JobListener listener() {
    return listener;
  }

  /** Stage to seconds, in the order of the stages. */
  public Map<String, Double> seconds() {
    return seconds;
  }
}
