package dev.concord.error;

/**
 * A failure that its user can understand and mend. The message is one paragraph: where, which
 * value, which rule, what to do. Anything else that escapes a command is a defect of Concord and
 * ends with exit code 1 and a stack trace.
 */
public abstract class ConcordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected ConcordException(String message) {
    super(message);
  }

  protected ConcordException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The process's exit code, 2 to 6. */
  public abstract int exitCode();
}
