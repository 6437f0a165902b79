package dev.concord.cli.start;

import java.io.PrintStream;
import java.util.Locale;

/**
 * The output streams of a command.
 *
 * @param out results
 * @param err progress, warnings, failures
 */
public record Console(PrintStream out, PrintStream err) {

  /** Whether these are the streams of the process, which the command may then end. */
  public boolean isOfProcess() {
    return out == System.out && err == System.err;
  }

  /** A line of the summary of a run: a topic, which may be empty, and a text. */
  public void line(String topic, String pattern, Object... values) {
    out.println(
        String.format(Locale.ROOT, "%-12s ", topic) + String.format(Locale.ROOT, pattern, values));
  }

  /** Nothing is to be done, because the results are there. */
  public void alreadyDone(String target) {
    out.println(
        target
            + " already holds the results of these inputs and settings; nothing was done. To"
            + " compute them again, set output.resume = false and output.overwrite = true.");
  }
}
