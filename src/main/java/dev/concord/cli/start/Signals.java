package dev.concord.cli.start;

import java.io.PrintStream;
import java.util.Map;
import org.apache.spark.util.SignalUtils;
import scala.runtime.AbstractFunction0;

/** Signals that end this process; the only part of {@link Termination} that needs Spark. */
public final class Signals {
  /** With the exit codes that a shell expects. */
  private static final Map<String, Integer> CODES = Map.of("HUP", 129, "INT", 130, "TERM", 143);

  private Signals() {}

  /** From now on they end the process in order. Unix only. */
  public static void watch(PrintStream err) {
    CODES.forEach(
        (name, code) ->
            SignalUtils.register(
                name,
                new AbstractFunction0<Object>() {
                  @Override
                  public Object apply() {
                    Termination.interrupted(name, code, err);
                    return true;
                  }
                }));
  }
}
