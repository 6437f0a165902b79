package dev.concord.cli.start;

import dev.concord.config.Redaction;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process from another thread than the command's: on a signal, or when memory runs out in
 * a Spark thread that no other thread waits for. Prints one paragraph, writes the note of the
 * failed run and sets the exit code.
 */
public final class Termination {
  private static final AtomicReference<@Nullable Runnable> NOTE = new AtomicReference<>();

  private Termination() {}

  /**
   * Keeps how a failure is noted at the output's place, for the case that the process is ended.
   *
   * @param note writes the cause there; null: there is nothing to note any more
   */
  public static void noteBy(@Nullable Runnable note) {
    NOTE.set(note);
  }

  /**
   * From now on a thread that ends with OutOfMemoryError ends the process; otherwise the command
   * would wait forever.
   */
  public static void onExhaustion(PrintStream err) {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          ExitStatus verdict = Failures.judge(failure);
          if (verdict.exitCode() == 5) {
            end(verdict, err);
          } else if (TerminationCause.get() == null) {
            err.println(
                "concord: thread "
                    + thread.getName()
                    + " failed: "
                    + Redaction.text(failure.toString()));
          }
        });
  }

  /** Ends the process because of a signal, with the exit code that a shell expects. */
  public static void interrupted(String signal, int code, PrintStream err) {
    String paragraph =
        "interrupted by SIG"
            + signal
            + (NOTE.get() == null
                ? ""
                : " before the output was published; what stood at output.path is as it was."
                    + " cluster and experiment, run again, go on from the last stage kept");
    end(new ExitStatus(code, paragraph), err);
  }

  private static void end(ExitStatus verdict, PrintStream err) {
    if (!TerminationCause.set(verdict)) {
      return;
    }
    Logs.silence(); // errors during Spark's shutdown are irrelevant to the user
    // Libraries print stack traces past the log when the process ends below them; the paragraph
    // goes to the stream that was there before.
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    if (Terminal.errorWidth() > 0) {
      err.println(); // below the bar of the stage
    }
    err.println("concord: " + Failures.line(verdict));
    Runnable note = NOTE.get();
    if (note != null) {
      note.run();
    }
    System.exit(verdict.exitCode());
  }
}
