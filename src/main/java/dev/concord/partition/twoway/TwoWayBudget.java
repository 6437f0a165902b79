package dev.concord.partition.twoway;

/**
 * Work that may be done, counted in edges visited, so that a limit cuts off at the same place on
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
