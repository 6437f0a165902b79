package dev.concord.graph.search;

/** Finds the smallest keys of a range without sorting it. */
final class KeySelection {
  private KeySelection() {}

  /**
   * Puts the {@code first} smallest keys of a range before the others, the largest of them at their
   * end. Hoare's selection; time proportional to the range on average.
   *
   * @param keys the range is {@code from} to {@code to}, not included; no key twice
   * @param first at least 1, at most the length of the range
   */
  static void select(long[] keys, int from, int to, int first) {
    int nth = from + first - 1;
    int low = from;
    int high = to - 1;
    while (low < high) {
      long pivot = keys[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (keys[i] < pivot) {
          i++;
        }
        while (keys[j] > pivot) {
          j--;
        }
        if (i <= j) {
          long swapped = keys[i];
          keys[i++] = keys[j];
          keys[j--] = swapped;
        }
      }
      if (nth <= j) {
        high = j;
      } else if (nth >= i) {
        low = i;
      } else {
        return;
      }
    }
  }
}
