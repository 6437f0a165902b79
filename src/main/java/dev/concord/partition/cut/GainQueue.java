package dev.concord.partition.cut;

import java.util.Arrays;

/**
 * Nodes by falling gain, equal gains by the smaller node: an indexed binary heap. All changes O(log
 * size). Memory: 8 bytes a node, 12 an entry.
 */
final class GainQueue {
  private final int[] place;
  private int[] heap = new int[64];
  private double[] key = new double[64];
  private int size;

  GainQueue(int nodes) {
    place = new int[nodes];
    Arrays.fill(place, -1);
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The greatest gain; the queue must not be empty. */
  double topGain() {
    return key[0];
  }

  /** Puts a node in, or changes its gain. */
  void put(int node, double gain) {
    int at = place[node];
    if (at < 0) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
        key = Arrays.copyOf(key, 2 * size);
      }
      at = size++;
      up(at, node, gain);
    } else if (before(gain, node, key[at], node)) {
      up(at, node, gain);
    } else {
      down(at, node, gain);
    }
  }

  /** Takes the node of the greatest gain out. */
  int poll() {
    int top = heap[0];
    removeAt(0);
    return top;
  }

  void remove(int node) {
    if (place[node] >= 0) {
      removeAt(place[node]);
    }
  }

  void clear() {
    for (int i = 0; i < size; i++) {
      place[heap[i]] = -1;
    }
    size = 0;
  }

  private void removeAt(int at) {
    place[heap[at]] = -1;
    size--;
    if (at < size) {
      int node = heap[size];
      double gain = key[size];
      if (at > 0 && before(gain, node, key[(at - 1) / 2], heap[(at - 1) / 2])) {
        up(at, node, gain);
      } else {
        down(at, node, gain);
      }
    }
  }

  private static boolean before(double gain, int node, double otherGain, int other) {
    return gain > otherGain || (gain == otherGain && node < other);
  }

  private void up(int from, int node, double gain) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) / 2;
      if (!before(gain, node, key[parent], heap[parent])) {
        break;
      }
      set(at, heap[parent], key[parent]);
      at = parent;
    }
    set(at, node, gain);
  }

  private void down(int from, int node, double gain) {
    int at = from;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && before(key[child + 1], heap[child + 1], key[child], heap[child])) {
        child++;
      }
      if (!before(key[child], heap[child], gain, node)) {
        break;
      }
      set(at, heap[child], key[child]);
      at = child;
    }
    set(at, node, gain);
  }

  private void set(int at, int node, double gain) {
    heap[at] = node;
    key[at] = gain;
    place[node] = at;
  }
}
