package dev.concord.cli.start;

import dev.concord.config.Redaction;
import dev.concord.spark.files.JobListener;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
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

  /** On no terminal, a line after so much silence. */
  static final long SILENCE_NANOS = 10_000_000_000L;

  private static final long RATED_NANOS = 2_000_000_000L;
  private static final int RATED_SHARE = 20;
  private static final int BEAT_MILLIS = 1000;

  private static final int REDRAW_MILLIS = 200;
  private static final int WIDEST = 100;

  private final PrintStream err;
  private final int width;
  private final LongSupplier nanos;
  private @Nullable ProgressBar bar;
  private final Object drawing = new Object();
  private final StageWords words = new StageWords();
  private @Nullable Timer beat;
  private String current = "";
  private String shown = "";
  private long units = -1;
  private long begun;
  private long lastLine;
  private String lastText = "";

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
    int width = err == System.err ? Terminal.errorWidth() : 0;
    ProgressDisplay display = new ProgressDisplay(err, width, System::nanoTime);
    if (width == 0) {
      display.beats();
    }
    return display;
  }

  private void beats() {
    Timer timer = new Timer("progress", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            beat();
          }
        },
        BEAT_MILLIS,
        BEAT_MILLIS);
    beat = timer;
  }

  /** Says that the stage goes on, where nothing was said for a while. */
  synchronized void beat() {
    long now = nanos.getAsLong();
    if (!current.isEmpty() && now - lastLine >= SILENCE_NANOS) {
      lastLine = now;
      line(shown + ": " + format("%,d s so far", (now - begun) / 1_000_000_000L));
    }
  }

  @Override
  public synchronized void stageStarted(String stage, long units) {
    endBar();
    this.units = units;
    current = stage;
    shown = words.begun(stage);
    begun = nanos.getAsLong();
    lastLine = begun;
    lastText = "";
    if (width > 0) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(shown)
              .setInitialMax(units)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(REDRAW_MILLIS)
              .setConsumer(new Bar(err, width))
              .build();
    } else {
      line(shown + (units > 1 ? format(": 0 of %,d", units) : " ..."));
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
      String text = name(stage) + ": " + progress(done, detail);
      if (!text.equals(lastText)) {
        lastLine = nanos.getAsLong();
        lastText = text;
        line(text);
      }
    }
  }

  private String progress(long done, String detail) {
    String counted = "";
    if (done >= 0 && units > 0) {
      counted = format("%,d of %,d (%d %%)", done, units, 100 * done / units) + rest(done);
    } else if (done >= 0) {
      counted = format("%,d done", done);
    }
    return counted + (counted.isEmpty() || detail.isEmpty() ? "" : ", ") + detail;
  }

  /** What is left by the pace so far, as soon as that says something. */
  private String rest(long done) {
    long elapsed = nanos.getAsLong() - begun;
    if (elapsed < RATED_NANOS || done * RATED_SHARE < units || done >= units) {
      return "";
    }
    long seconds = Math.round(elapsed / 1e9 * (units - done) / done);
    return seconds < 120
        ? format(", about %,d s left", Math.max(1, seconds))
        : format(", about %,d min left", Math.round(seconds / 60.0));
  }

  private String name(String stage) {
    return stage.equals(current) ? shown : StageWords.of(stage);
  }

  @Override
  public synchronized void stageFinished(String stage, double seconds, String summary) {
    endBar();
    String name = name(stage);
    current = "";
    line(format("%s: %.1f s", name, seconds) + (summary.isEmpty() ? "" : ", " + summary));
  }

  @Override
  public synchronized void warning(String message) {
    ProgressBar paused = bar;
    if (paused == null) {
      line("warning: " + message);
      return;
    }
    paused.pause();
    synchronized (drawing) {
      clearLine();
      line("warning: " + message);
    }
    paused.resume();
  }

  /** Takes an unfinished bar away, so that what is printed next starts on a line of its own. */
  @Override
  public synchronized void close() {
    if (beat != null) {
      beat.cancel();
      beat = null;
    }
    endBar();
  }

  private void endBar() {
    if (bar != null) {
      bar.close();
      bar = null;
      clearLine();
    }
  }

  /** Draws between lines, not into one: the library draws in a thread of its own. */
  private final class Bar extends ConsoleProgressBarConsumer {
    Bar(PrintStream out, int columns) {
      super(out, columns);
    }

    @Override
    public void accept(String drawn) {
      synchronized (drawing) {
        super.accept(drawn);
      }
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

  /**
   * What people are told of a stage: what it does, and which one it is where a name comes again.
   */
  static final class StageWords {
    private static final Map<String, String> WORDS =
        Map.ofEntries(
            Map.entry("read", "read the tables"),
            Map.entry("features", "features of equal points"),
            Map.entry("scaling", "scaling of the features"),
            Map.entry("reduction", "reduction to principal components"),
            Map.entry("cells", "cells of the approximate search"),
            Map.entry("search", "search for neighbours"),
            Map.entry("graph", "graph of the neighbours"),
            Map.entry("coarsening", "coarsening of the graph on the executors"),
            Map.entry("fine moves", "fine moves of the points on the executors"),
            Map.entry("number", "number of clusters"),
            Map.entry("propagation", "propagation of the pairs"),
            Map.entry("eigenvectors", "eigenvectors of the graph"),
            Map.entry("method", "method on the eigenvectors"),
            Map.entry("product-cut", "product-cut, partitions of the graph by random walks"),
            Map.entry("rounding", "rounding by k-means"),
            Map.entry("cosc", "cosc, a low normalized cut"),
            Map.entry("pck-means", "pck-means, k-means on the features"),
            Map.entry("cop-k-means", "cop-k-means, k-means on the features"),
            Map.entry("spectral", "spectral embedding of a wider graph"),
            Map.entry("refinement", "refinement of the clusters"),
            Map.entry("unconstrained", "unconstrained clusters, for comparison"),
            Map.entry("held-out pairs", "held-out pairs, found again without them"),
            Map.entry("sizes", "sizes of the clusters"),
            Map.entry("metrics", "metrics of the clusters"),
            Map.entry("output", "output of tables and report"));

    private final Map<String, Integer> times = new HashMap<>();

    /** The words for a stage that begins. */
    String begun(String stage) {
      int time = times.merge(stage, 1, Integer::sum);
      return of(stage) + (time == 1 ? "" : " (run " + time + ")");
    }

    /** The words for a stage, whichever time it is. */
    static String of(String stage) {
      return WORDS.getOrDefault(stage, stage);
    }
  }
}
