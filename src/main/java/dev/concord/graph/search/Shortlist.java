package dev.concord.graph.search;

/** Keeps the nearest points offered, by (squared distance, id). Reused from row to row. */
final class Shortlist {
  final double[] square;
  final int[] id;
  int count;
  private int capacity;

  Shortlist(int most) {
    square = new double[most];
    id = new int[most];
  }

  /** Empties the list, which from now on holds at most {@code limit} points. */
  void reset(int limit) {
    count = 0;
    capacity = limit;
  }

  /** Whether a point belongs into the list. */
  private boolean accepts(double candidate, int candidateId) {
    if (count < capacity) {
      return true;
    }
    if (capacity == 0) {
      return false;
    }
    double worst = square[count - 1];
    return candidate < worst || (candidate == worst && candidateId < id[count - 1]);
  }

  void offer(double candidate, int candidateId) {
    if (!accepts(candidate, candidateId)) {
      return;
    }
    int at = count < capacity ? count++ : count - 1;
    while (at > 0
        && (square[at - 1] > candidate
            || (square[at - 1] == candidate && id[at - 1] > candidateId))) {
      square[at] = square[at - 1];
      id[at] = id[at - 1];
      at--;
    }
    square[at] = candidate;
    id[at] = candidateId;
  }

  boolean contains(int wanted) {
    for (int c = 0; c < count; c++) {
      if (id[c] == wanted) {
        return true;
      }
    }
    return false;
  }
}
