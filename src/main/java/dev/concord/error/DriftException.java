package dev.concord.error;

/** The result differs from an earlier one by more than is allowed. Exit code 6. */
public final class DriftException extends ConcordException {
  private static final long serialVersionUID = 1L;

  public DriftException(String message) {
    super(message);
  }

  @Override
  public int exitCode() {
    return 6;
  }
}
