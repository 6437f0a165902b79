package dev.concord.spark.input.pairs;

import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.SourceTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts edges in an order that does not depend on how their table was split: by (source, target,
 * weight). Two counting sorts and one insertion sort of the few repeated edges; O(edges + n) time,
 * 20 bytes an edge of work space.
 */
final class EdgeOrder {
  private EdgeOrder() {}

  /** The edges of some chunks, by the ids of their ends. */
  static EdgeTable gathered(SourceTable table, IdTable ids, List<EdgeChunk> chunks) {
    int size = IdTables.checkedSize(table, chunks.stream().mapToLong(EdgeChunk::size).sum());
    int[] source = new int[size];
    int[] target = new int[size];
    double[] weight = new double[size];
    int at = 0;
    for (EdgeChunk chunk : chunks) {
      chunk.sources().indices(ids, source, at);
      chunk.targets().indices(ids, target, at);
      System.arraycopy(chunk.weight(), 0, weight, at, chunk.size());
      at += chunk.size();
    }
    return sorted(ids, source, target, weight);
  }

  static EdgeTable sorted(IdTable ids, int[] source, int[] target, double[] weight) {
    int size = source.length;
    int[] byTarget = countingSort(ids.size(), target, null);
    int[] order = countingSort(ids.size(), source, byTarget);
    int[] sources = new int[size];
    int[] targets = new int[size];
    double[] weights = new double[size];
    for (int e = 0; e < size; e++) {
      sources[e] = source[order[e]];
      targets[e] = target[order[e]];
      weights[e] = weight[order[e]];
    }
    for (int e = 1; e < size; e++) {
      double w = weights[e];
      int at = e;
      while (at > 0
          && sources[at - 1] == sources[e]
          && targets[at - 1] == targets[e]
          && weights[at - 1] > w) {
        weights[at] = weights[at - 1];
        at--;
      }
      weights[at] = w;
    }
    return new EdgeTable(ids, sources, targets, weights);
  }

  /** Positions in stable order of {@code keys} in 0..n-1, starting from {@code order}. */
  private static int[] countingSort(int n, int[] keys, int @Nullable [] order) {
    int[] next = new int[n + 1];
    for (int key : keys) {
      next[key + 1]++;
    }
    for (int i = 0; i < n; i++) {
      next[i + 1] += next[i];
    }
    int[] sorted = new int[keys.length];
    for (int p = 0; p < keys.length; p++) {
      int e = order == null ? p : order[p];
      sorted[next[keys[e]]++] = e;
    }
    return sorted;
  }
}
