package dev.concord.partition.cut;

/**
 * A limit on the work of a search, counted in edges visited, so that it ends at the same step on
 * every machine.
 */
final class TwoWayBudget {
  private final long limit;
  private long used;

  /**
   * A fresh budget.
   *
   * @param limit visits allowed, 0 for any number
   */
  TwoWayBudget(long limit) {
    this.limit = limit == 0 ? Long.MAX_VALUE : limit;
  }

  void spend(long visits) {
    used += visits;
  }

  boolean spent() {
    return used >= limit;
  }
}
