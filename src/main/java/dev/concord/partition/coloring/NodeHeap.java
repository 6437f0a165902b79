package dev.concord.partition.coloring;

import java.util.Arrays;

/** A binary heap of longs, the smallest first; entries may repeat. */
final class NodeHeap {
  private long[] heap;
  private int size;

  NodeHeap(int capacity) {
    this.heap = new long[Math.max(16, capacity)];
  }

  boolean isEmpty() {
    return size == 0;
  }

  void push(long key) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    int at = size++;
    while (at > 0 && heap[(at - 1) / 2] > key) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = key;
  }

  long pop() {
    long smallest = heap[0];
    long key = heap[--size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= key) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = key;
    return smallest;
  }
}
