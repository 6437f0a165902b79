package dev.concord.partition.sizes;

import java.util.Arrays;

/**
 * The nodes of one cluster by what their move to another one costs a unit of weight, the cheapest
 * first, ties by node number. Nodes that have left the cluster stay until they are met at the top.
 */
final class MoveHeap {
  private int[] node = new int[0];
  private double[] key = new double[0];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** The cheapest node; the heap must not be empty. */
  int top() {
    return node[0];
  }

  void add(int v, double cost) {
    if (size == node.length) {
      node = Arrays.copyOf(node, Math.max(16, 2 * size));
      key = Arrays.copyOf(key, node.length);
    }
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) / 2;
      if (!before(cost, v, parent)) {
        break;
      }
      node[at] = node[parent];
      key[at] = key[parent];
      at = parent;
    }
    node[at] = v;
    key[at] = cost;
  }

  void removeTop() {
    size--;
    int v = node[size];
    double cost = key[size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && before(key[child + 1], node[child + 1], child)) {
        child++;
      }
      if (before(cost, v, child)) {
        break;
      }
      node[at] = node[child];
      key[at] = key[child];
      at = child;
    }
    node[at] = v;
    key[at] = cost;
  }

  private boolean before(double cost, int v, int at) {
    return cost < key[at] || (cost == key[at] && v < node[at]);
  }
}
