package dev.concord.label;

/**
 * What came out of asking again within a round. Where people mostly confirm what they said, the
 * clusters are surer than they should be, and asking again costs questions for nothing. Not
 * thread-safe.
 */
public final class SecondLooks {
  /** A pair is judged so often at most. */
  public static final int JUDGED = 3;

  /** So many other questions are between a question and the same one asked again. */
  public static final int BETWEEN = 5;

  /** So many more answers may be confirmed than changed. */
  private static final int MORE = 2;

  private int confirmed;
  private int changed;

  /** Counts the answer to a question that was asked again. */
  public void add(boolean same) {
    if (same) {
      confirmed++;
    } else {
      changed++;
    }
  }

  /** Takes an answer back. */
  public void remove(boolean same) {
    if (same) {
      confirmed--;
    } else {
      changed--;
    }
  }

  /** Whether further answers are to be asked for again. */
  public boolean areWorthwhile() {
    return confirmed <= changed + MORE;
  }
}
