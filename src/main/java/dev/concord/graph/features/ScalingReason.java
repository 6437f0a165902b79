package dev.concord.graph.features;

/** Why {@link FeatureScaling#AUTO} scales the columns of a table, or does not. */
public enum ScalingReason {
  /** Scaled. */
  MIXED("columns of mixed units"),
  /** Scaled. */
  CATEGORIES("columns beside categories"),
  /** Limited. */
  FAR_VALUES("few far values make up most of all distances"),
  COMPARABLE("columns of comparable ranges"),
  ONE_LENGTH("rows of one length"),
  CENTRED("centred columns"),
  ONE_COLUMN("fewer than two columns vary"),
  /** Compared by direction. */
  SPARSE_ROWS("rows of few values, such as words of a text"),
  COSINE("graph.kernel = cosine compares directions");

  private final String text;

  ScalingReason(String text) {
    this.text = text;
  }

  /** In words. */
  public String text() {
    return text;
  }
}
