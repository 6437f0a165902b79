package dev.concord.error;

/** A solver did not converge: the message gives iterations, residual and tolerance. Exit code 4. */
public final class ConvergenceException extends ConcordException {
  private static final long serialVersionUID = 1L;

  public ConvergenceException(String message) {
    super(message);
  }

  public ConvergenceException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public int exitCode() {
    return 4;
  }
}
