package dev.concord.cli.start;

import dev.concord.config.Redaction;
import dev.concord.error.ConcordException;
import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.error.StartScript;
import dev.concord.error.UnsatisfiableException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reports why a command failed: one paragraph and an exit code, or the stack trace of an unforeseen
 * exception.
 */
public final class Failures {
  private static final int MAX_DEPTH = 64;

  /** Pattern of a task's failure when only its text reaches the driver. */
  private static final Pattern IN_TASK =
      Pattern.compile(
          "dev\\.concord\\.error\\.(Input|Unsatisfiable|Convergence|Memory)Exception: "
              + "(.+?)(?=\\s*(\\n\\s*at |\\nCaused by: |\\n\\s*Driver stacktrace:|\\z))",
          Pattern.DOTALL);

  private static final Pattern TASK_MEMORY =
      Pattern.compile(
          "java\\.lang\\.OutOfMemoryError|OOMKilled|exceeding (physical )?memory limits|"
              + "SparkOutOfMemoryError|exit code 137|[Ee]xited with code 52\\b");

  private Failures() {}

  /** Explains {@code failure} on {@code err} and returns the exit code. */
  public static int report(Throwable failure, boolean verbose, PrintStream err) {
    ExitStatus verdict = judge(failure);
    if (TerminationCause.get() != null) {
      return verdict.exitCode(); // the thread that ends the process prints the message
    }
    if (verdict.paragraph() != null) {
      err.println("concord: " + line(verdict));
      if (verbose) {
        err.print(trace(failure));
      }
    } else {
      err.println(
          "concord: an unforeseen failure; this is a defect of Concord. Please report it together"
              + " with the lines below and, if you can, the configuration.");
      err.print(trace(failure));
    }
    return verdict.exitCode();
  }

  /** The paragraph in one line, fit to be printed. */
  public static String line(ExitStatus verdict) {
    String paragraph = verdict.paragraph() == null ? "" : verdict.paragraph();
    return oneParagraph(paragraph);
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return Redaction.text(text.toString());
  }

  /**
   * The exit code and explanation of {@code failure}: the first known cause in its chain counts.
   * While the process is being ended, everything that fails does so for that reason. No credential
   * is in the explanation.
   */
  public static ExitStatus judge(Throwable failure) {
    ExitStatus verdict = cause(failure);
    String paragraph = verdict.paragraph();
    return paragraph == null
        ? verdict
        : new ExitStatus(verdict.exitCode(), Redaction.text(paragraph));
  }

  private static ExitStatus cause(Throwable failure) {
    ExitStatus ending = TerminationCause.get();
    if (ending != null) {
      return ending;
    }
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
      if (cause instanceof ConcordException known) {
        return new ExitStatus(known.exitCode(), message(known));
      }
      if (cause instanceof OutOfMemoryError) {
        return new ExitStatus(5, memory(message(cause)));
      }
      cause = cause.getCause();
    }
    cause = failure;
    for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
      ExitStatus verdict = judgeText(message(cause));
      if (verdict != null) {
        return verdict;
      }
      cause = cause.getCause();
    }
    return new ExitStatus(1, null);
  }

  private static @Nullable ExitStatus judgeText(String text) {
    Matcher ours = IN_TASK.matcher(text);
    if (ours.find()) {
      ConcordException known = rebuilt(ours.group(1), ours.group(2));
      return new ExitStatus(known.exitCode(), message(known));
    }
    if (text.contains("spark.driver.maxResultSize")) {
      return new ExitStatus(
          5,
          "the tasks' results are bigger than the driver takes ("
              + text.lines().findFirst().orElse("")
              + "); raise it with --conf spark.driver.maxResultSize=0 (no bound) and give the"
              + " driver memory to match with --driver-memory");
    }
    if (text.contains("No space left on device")) {
      return new ExitStatus(
          2,
          "a disk is full ("
              + text.lines().findFirst().orElse("")
              + "); free space, or name a folder on another disk for Spark's temporary files by the"
              + " environment variable SPARK_LOCAL_DIRS");
    }
    Matcher memory = TASK_MEMORY.matcher(text);
    if (memory.find()) {
      return new ExitStatus(5, memory("in a task: " + memory.group()));
    }
    return null;
  }

  private static ConcordException rebuilt(String kind, String message) {
    return switch (kind) {
      case "Unsatisfiable" -> new UnsatisfiableException(message);
      case "Convergence" -> new ConvergenceException(message);
      case "Memory" -> new MemoryException(message);
      default -> new InputException(message);
    };
  }

  private static String memory(String what) {
    return "memory ran out ("
        + what
        + ") with a heap of "
        + (Runtime.getRuntime().maxMemory() >> 20)
        + " MB in this process; give more with CONCORD_MEMORY=8g "
        + StartScript.name()
        + " ..., or --driver-memory and --executor-memory of spark-submit; --dry-run prints what the plan"
        + " needs";
  }

  private static String oneParagraph(String text) {
    // Values of a user's table are quoted: control characters would reach the terminal.
    return text.strip()
        .replaceAll("\\s*\\n\\s*", " ")
        .replaceAll("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]", "?");
  }

  private static String message(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
