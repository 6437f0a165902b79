package dev.concord.config;

/** Where results go and which of the optional tables are written. */
public record OutputConfig(
    String path,
    String format,
    boolean overwrite,
    Membership membership,
    boolean embedding,
    boolean graph,
    boolean model,
    boolean base,
    boolean resume) {

  /** What the table of clusters says about single points. */
  public enum Membership {
    /** Nothing but their cluster. */
    NONE,
    /** Their confidence, runner-up and outlier score, as the run has them anyway. */
    UNCALIBRATED,
    /** The same, calibrated by runs without some of the pairs. */
    CALIBRATED;

    /** For true, false, or the word uncalibrated. */
    public static Membership of(Object value) {
      return value instanceof Boolean shown ? (shown ? CALIBRATED : NONE) : UNCALIBRATED;
    }

    /** Whether the table has the columns. */
    public boolean isShown() {
      return this != NONE;
    }
  }
}
