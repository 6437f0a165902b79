package dev.concord.partition.cut;

import java.util.Arrays;

/**
 * A binary heap of units by rising key, ties by number, in which keys can change. O(log n) each.
 */
final class UnitHeap {
  private final int[] heap;
  private final int[] place;
  private final double[] key;
  private int size;

  UnitHeap(int units) {
    this.heap = new int[units];
    this.place = new int[units];
    this.key = new double[units];
    Arrays.fill(place, -1);
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** The unit at a place of the heap, 0..size-1, in no useful order. */
  int unit(int at) {
    return heap[at];
  }

  void clear() {
    for (int p = 0; p < size; p++) {
      place[heap[p]] = -1;
    }
    size = 0;
  }

  /** Inserts a unit or changes its key. */
  void put(int unit, double value) {
    key[unit] = value;
    if (place[unit] < 0) {
      place[unit] = size;
      heap[size++] = unit;
    }
    down(up(place[unit]));
  }

  /** Takes out the unit of the lowest key. */
  int pop() {
    int top = heap[0];
    place[top] = -1;
    size--;
    if (size > 0) {
      heap[0] = heap[size];
      place[heap[0]] = 0;
      down(0);
    }
    return top;
  }

  private boolean less(int a, int b) {
    return key[a] < key[b] || (key[a] == key[b] && a < b);
  }

  private int up(int from) {
    int at = from;
    int unit = heap[at];
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!less(unit, heap[parent])) {
        break;
      }
      heap[at] = heap[parent];
      place[heap[at]] = at;
      at = parent;
    }
    heap[at] = unit;
    place[unit] = at;
    return at;
  }

  private void down(int from) {
    int at = from;
    int unit = heap[at];
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && less(heap[child + 1], heap[child])) {
        child++;
      }
      if (!less(heap[child], unit)) {
        break;
      }
      heap[at] = heap[child];
      place[heap[at]] = at;
      at = child;
    }
    heap[at] = unit;
    place[unit] = at;
  }
}
