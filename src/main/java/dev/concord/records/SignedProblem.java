package dev.concord.records;

/**
 * Correlation clustering with forbidden pairs (Bansal, Blum and Chawla, Machine Learning 2004):
 * find the partition, into any number of clusters, with the greatest sum over all pairs of nodes
 * within a cluster of w(i, j); no cluster holds a forbidden pair.
 *
 * <p>A pair that the graph does not list weighs {@code unlisted} for each two members of its nodes.
 * Two nodes are forbidden when they are listed so, or when both hold a record of one source; they
 * have no entry then.
 *
 * @param rowPtr of the symmetric graph, length nodes + 1
 * @param col neighbours, ascending within a row, never the node itself
 * @param weight of each entry, of either sign
 * @param apartPtr of the symmetric list of forbidden pairs, length nodes + 1
 * @param apart forbidden nodes of each node, ascending
 * @param sourcePtr of the sources of each node, length nodes + 1
 * @param source the sources of each node, ascending; none where it is not known
 * @param size members of each node, at least 1
 * @param unlisted what a pair without entry weighs, at most 0
 */
public record SignedProblem(
    int[] rowPtr,
    int[] col,
    double[] weight,
    int[] apartPtr,
    int[] apart,
    int[] sourcePtr,
    int[] source,
    int[] size,
    double unlisted) {

  /** The number of nodes. */
  public int nodes() {
    return size.length;
  }

  /** Whether two different nodes may not share a cluster. */
  public boolean forbidden(int a, int b) {
    for (int p = apartPtr[a]; p < apartPtr[a + 1] && apart[p] <= b; p++) {
      if (apart[p] == b) {
        return true;
      }
    }
    return sharesSource(a, b);
  }

  /** Whether two nodes hold records of one source. */
  boolean sharesSource(int a, int b) {
    int p = sourcePtr[a];
    int q = sourcePtr[b];
    while (p < sourcePtr[a + 1] && q < sourcePtr[b + 1]) {
      if (source[p] == source[q]) {
        return true;
      }
      if (source[p] < source[q]) {
        p++;
      } else {
        q++;
      }
    }
    return false;
  }

  /** The sum over the pairs of nodes within clusters; O(entries + nodes). Pairs in id order. */
  public double value(int[] labels) {
    double sum = 0.0;
    long[] members = new long[nodes()];
    long pairs = 0;
    for (int i = 0; i < nodes(); i++) {
      pairs += size[i] * members[labels[i]];
      members[labels[i]] += size[i];
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        if (col[p] < i && labels[col[p]] == labels[i]) {
          sum += weight[p] - unlisted * size[i] * size[col[p]];
        }
      }
    }
    return sum + unlisted * pairs;
  }

  /** Whether no cluster holds a forbidden pair. For tests and small problems: O(nodes²). */
  public boolean feasible(int[] labels) {
    for (int i = 0; i < nodes(); i++) {
      for (int j = 0; j < i; j++) {
        if (labels[i] == labels[j] && forbidden(j, i)) {
          return false;
        }
      }
    }
    return true;
  }
}
