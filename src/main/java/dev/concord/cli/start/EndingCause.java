package dev.concord.cli.start;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Why the process is being ended from outside, once it is. */
public final class EndingCause {
  private static final AtomicReference<@Nullable Verdict> CAUSE = new AtomicReference<>();

  private EndingCause() {}

  /** The cause, or null while the process is not being ended. */
  public static @Nullable Verdict get() {
    return CAUSE.get();
  }

  /** Sets the cause; false when there is one already. */
  static boolean set(Verdict cause) {
    return CAUSE.compareAndSet(null, cause);
  }
}
