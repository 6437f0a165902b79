package dev.concord.spark.input.pairs;

/** What weights of edges are, and so which numbers they may be. */
enum WeightKind {
  /** Above 0. */
  SIMILARITY("above 0"),
  /** From 0 on: a pair of score 0 was compared. */
  SCORE("of at least 0"),
  /** Other than 0. */
  BELIEF("other than 0");

  private final String rule;

  WeightKind(String rule) {
    this.rule = rule;
  }

  boolean holds(double weight) {
    return Double.isFinite(weight)
        && switch (this) {
          case SIMILARITY -> weight > 0.0;
          case SCORE -> weight >= 0.0;
          case BELIEF -> weight != 0.0;
        };
  }

  /** The rule, behind "a finite number". */
  String rule() {
    return rule;
  }
}
