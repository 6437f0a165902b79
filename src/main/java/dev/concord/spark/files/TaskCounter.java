package dev.concord.spark.files;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Counts finished tasks while a stage runs, for its progress bar. */
public final class TaskCounter extends SparkListener implements AutoCloseable {
  private final SparkContext context;
  private final JobListener listener;
  private final String stage;
  private final long tasks;
  private final AtomicLong done = new AtomicLong();

  public TaskCounter(SparkContext context, JobListener listener, String stage, long tasks) {
    this.context = context;
    this.listener = listener;
    this.stage = stage;
    this.tasks = tasks;
  }

  /** Counts from now on, until closed. */
  public void watch() {
    context.addSparkListener(this);
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskInfo().successful()) {
      long now = done.incrementAndGet();
      listener.stageAdvanced(stage, Math.min(now, tasks), "");
    }
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }
}
