package dev.concord.cli.start;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Why the process is being ended from outside, once it is. */
public final class TerminationCause {
  private static final AtomicReference<@Nullable ExitStatus> CAUSE = new AtomicReference<>();

  private TerminationCause() {}

  /** The cause, or null while the process is not being ended. */
  public static @Nullable ExitStatus get() {
    return CAUSE.get();
  }

  /** Sets the cause; false when there is one already. */
  static boolean set(ExitStatus cause) {
    return CAUSE.compareAndSet(null, cause);
  }
}
