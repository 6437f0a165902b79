package dev.concord.error;

/** Hard constraints that cannot all be met. Exit code 3. */
public final class UnsatisfiableException extends ConcordException {
  private static final long serialVersionUID = 1L;

  public UnsatisfiableException(String message) {
    super(message);
  }

  public UnsatisfiableException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public int exitCode() {
    return 3;
  }
}
