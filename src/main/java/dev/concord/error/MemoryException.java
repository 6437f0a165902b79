package dev.concord.error;

/** The plan does not fit the memory given. Exit code 5. */
public final class MemoryException extends ConcordException {
  private static final long serialVersionUID = 1L;

  public MemoryException(String message) {
    super(message);
  }

  public MemoryException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public int exitCode() {
    return 5;
  }
}
