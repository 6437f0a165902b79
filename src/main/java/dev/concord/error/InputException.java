package dev.concord.error;

/** Input or configuration at fault. Exit code 2. */
public final class InputException extends ConcordException {
  private static final long serialVersionUID = 1L;

  public InputException(String message) {
    super(message);
  }

  public InputException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public int exitCode() {
    return 2;
  }
}
