package dev.concord.cli.start;

import dev.concord.config.Redaction;
import dev.concord.spark.files.JobListener;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows how a job gets on: a bar a stage on a terminal, plain lines elsewhere. Either way each
 * stage ends with one line that stays.
 */
public final class ProgressDisplay implements JobListener, AutoCloseable {
  /** On no terminal, at most one line of progress in this time. */
  static final long LINE_NANOS = 5_000_000_000L;

  private static final int REDRAW_MILLIS = 200;
  private static final int WIDEST = 100;

  private final PrintStream err;
  private final int width;
  private final LongSupplier nanos;
  private @Nullable ProgressBar bar;
  private long units = -1;
  private long lastLine;

  /**
   * A display on {@code err}.
   *
   * @param width columns of the terminal, 0 for plain lines
   * @param nanos a clock that never goes back, in nanoseconds
   */
  ProgressDisplay(PrintStream err, int width, LongSupplier nanos) {
    this.err = err;
    this.width = Math.min(width, WIDEST);
    this.nanos = nanos;
  }

  /** A display on {@code err}, with bars when that is the process's own terminal. */
  public static ProgressDisplay on(PrintStream err) {
    return new ProgressDisplay(
        err, err == System.err ? Terminal.errorWidth() : 0, System::nanoTime);
  }

  @Override
  public synchronized void stageStarted(String stage, long units) {
    close();
    this.units = units;
    lastLine = nanos.getAsLong();
    if (width > 0) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(stage)
              .setInitialMax(units)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(REDRAW_MILLIS)
              .setConsumer(new ConsoleProgressBarConsumer(err, width))
              .build();
    } else {
      line(stage + (units > 1 ? format(": %,d to do", units) : " ..."));
    }
  }

  @Override
  public synchronized void stageAdvanced(String stage, long done, String detail) {
    if (bar != null) {
      if (done >= 0) {
        bar.stepTo(done);
      }
      bar.setExtraMessage(detail);
    } else if (width == 0 && nanos.getAsLong() - lastLine >= LINE_NANOS) {
      lastLine = nanos.getAsLong();
      line(stage + ": " + progress(done, detail));
    }
  }

  private String progress(long done, String detail) {
    String counted = "";
    if (done >= 0 && units > 0) {
      counted = format("%,d of %,d (%d %%)", done, units, 100 * done / units);
    } else if (done >= 0) {
      counted = format("%,d done", done);
    }
    return counted + (counted.isEmpty() || detail.isEmpty() ? "" : ", ") + detail;
  }

  @Override
  public synchronized void stageFinished(String stage, double seconds, String summary) {
    close();
    line(format("%s: %.1f s", stage, seconds) + (summary.isEmpty() ? "" : ", " + summary));
  }

  @Override
  public synchronized void warning(String message) {
    ProgressBar shown = bar;
    if (shown == null) {
      line("warning: " + message);
      return;
    }
    shown.pause();
    clearLine();
    line("warning: " + message);
    shown.resume();
  }

  /** Takes an unfinished bar away, so that what is printed next starts on a line of its own. */
  @Override
  public synchronized void close() {
    if (bar != null) {
      bar.close();
      bar = null;
      clearLine();
    }
  }

  private void clearLine() {
    err.print("\r" + " ".repeat(Math.max(0, width - 1)) + "\r");
  }

  private void line(String text) {
    if (TerminationCause.get() == null) { // else the last word was said
      err.println("concord: " + Redaction.text(text));
    }
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
