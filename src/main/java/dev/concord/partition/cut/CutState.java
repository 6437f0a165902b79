package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;

/**
 * A partition of the nodes into k clusters with the state of a search over single moves: cut and
 * volume of each cluster, the value of the objective, and a journal by which moves are undone.
 *
 * <p>The objective is sum_c cut(C_c)/vol(C_c) plus gamma times the penalty of the violated soft
 * constraints: for k = 2 the paper's (1/vol(C_0) + 1/vol(C_1)) a unit of violated weight, for k
 * &gt; 2 the same penalty on a balanced partition, 2k/vol(V). A cluster of volume 0 counts 1, as a
 * single node does: else points without any neighbour would make the cheapest clusters.
 *
 * <p>{@link #scan} takes O(degree) and puts its result into scratch arrays; everything else about
 * one node reads these. Sums are kept up by differences; {@link #refresh} takes them anew. Memory:
 * 20 bytes a node and 60 a cluster beside the problem. Not thread-safe.
 */
final class CutState {
  private static final double NO_VOLUME = 1e-12;

  final PartitionProblem problem;
  final int n;
  final int k;
  final int[] label;
  final int[] size;
  final int[] rowPtr;
  final int[] col;
  final int[] apartPtr;
  final int[] apartCol;

  /** Weight of the scanned node's edges into each cluster; the touched clusters only. */
  final double[] toward;

  /** Violated soft weight that joining each cluster would avoid, relative to the others. */
  final double[] pull;

  /** The clusters that the scanned node's edges and soft constraints lead to. */
  final int[] touched;

  int touchedCount;

  /** Entries of rows visited so far: the unit in which work is limited. */
  long work;

  private final double[] val;
  private final CsrMatrix together;
  private final CsrMatrix separate;
  private final boolean believing;
  private final double gamma;
  private final double[] degree;
  private final double[] volume;
  private final double[] cut;
  private final double[] vol;
  private final int[] heavy;
  private final boolean[] seen;
  private double violated;
  private double objective;
  private int[] journalNode = new int[64];
  private int[] journalFrom = new int[64];
  private int journalSize;

  /**
   * @param labels of each node, in 0..k-1, every cluster used; copied
   * @param gamma penalty of violated soft constraints, 0 or more
   */
  CutState(PartitionProblem problem, int k, int[] labels, double gamma) {
    this.problem = problem;
    this.n = problem.nodes();
    this.k = k;
    this.gamma = gamma;
    this.label = labels.clone();
    this.rowPtr = problem.weights().rowPtr();
    this.col = problem.weights().col();
    this.val = problem.weights().val();
    this.apartPtr = problem.apart().rowPtr();
    this.apartCol = problem.apart().col();
    this.together = problem.together();
    this.separate = problem.separate();
    this.believing = gamma > 0.0 && together.nonZeros() + separate.nonZeros() > 0;
    this.volume = problem.volumes();
    this.degree = new double[n];
    this.cut = new double[k];
    this.vol = new double[k];
    this.size = new int[k];
    this.toward = new double[k];
    this.pull = new double[k];
    this.touched = new int[k];
    this.heavy = new int[k];
    this.seen = new boolean[k];
    for (int v = 0; v < n; v++) {
      for (int p = rowPtr[v]; p < rowPtr[v + 1]; p++) {
        degree[v] += val[p];
      }
    }
    refresh();
  }

  /** Takes all sums anew, in the order of the nodes, and clears the journal. O(nonzeros). */
  void refresh() {
    Arrays.fill(cut, 0.0);
    Arrays.fill(vol, 0.0);
    Arrays.fill(size, 0);
    Arrays.fill(heavy, 0);
    violated = problem.lost();
    for (int v = 0; v < n; v++) {
      int own = label[v];
      double away = 0.0;
      for (int p = rowPtr[v]; p < rowPtr[v + 1]; p++) {
        if (label[col[p]] != own) {
          away += val[p];
        }
      }
      cut[own] += away;
      vol[own] += volume[v];
      size[own]++;
      heavy[own] += volume[v] > 0.0 ? 1 : 0;
      violated += violatedWith(together, v, false) + violatedWith(separate, v, true);
    }
    work += col.length;
    objective = penalty(violated, vol[0], vol[k - 1]);
    for (int c = 0; c < k; c++) {
      objective += term(cut[c], vol[c], heavy[c]);
    }
    journalSize = 0;
  }

  /**
   * Weight of the soft constraints (v, u), u &gt; v, that share a cluster, or of those that do not.
   */
  private double violatedWith(CsrMatrix constraints, int v, boolean shared) {
    double sum = 0.0;
    for (int p = constraints.rowPtr()[v]; p < constraints.rowPtr()[v + 1]; p++) {
      int u = constraints.col()[p];
      if (u > v && (label[u] == label[v]) == shared) {
        sum += constraints.val()[p];
      }
    }
    return sum;
  }

  /**
   * cut/vol; {@code members} is the number of nodes of positive volume, which no rounding blurs.
   */
  private double term(double cutWeight, double clusterVolume, int members) {
    if (members > 0) {
      return cutWeight / Math.max(clusterVolume, Double.MIN_NORMAL);
    }
    return cutWeight > 0.0 ? 1.0 + cutWeight / (NO_VOLUME * problem.volume()) : 1.0;
  }

  private double penalty(double violatedWeight, double firstVolume, double lastVolume) {
    if (!believing || violatedWeight <= 0.0) {
      return 0.0;
    }
    if (k == 2) {
      double floor = NO_VOLUME * problem.volume();
      return gamma
          * violatedWeight
          * (1.0 / Math.max(floor, firstVolume) + 1.0 / Math.max(floor, lastVolume));
    }
    return gamma * violatedWeight * 2.0 * k / problem.volume();
  }

  double objective() {
    return objective;
  }

  /** sum_c cut(C_c)/vol(C_c), a cluster of volume 0 adding nothing. */
  double normalizedCut() {
    double sum = 0.0;
    for (int c = 0; c < k; c++) {
      sum += vol[c] > 0.0 ? cut[c] / vol[c] : 0.0;
    }
    return sum;
  }

  /** Weight of the violated soft constraints, those that every partition violates among it. */
  double violated() {
    return violated;
  }

  double cut(int cluster) {
    return cut[cluster];
  }

  double vol(int cluster) {
    return vol[cluster];
  }

  double volumeOf(int v) {
    return volume[v];
  }

  /**
   * Sums the edges and soft constraints of v by cluster. Overwrites the scratch arrays. O(degree).
   */
  void scan(int v) {
    for (int t = 0; t < touchedCount; t++) {
      int c = touched[t];
      toward[c] = 0.0;
      pull[c] = 0.0;
      seen[c] = false;
    }
    touchedCount = 0;
    for (int p = rowPtr[v]; p < rowPtr[v + 1]; p++) {
      int c = label[col[p]];
      if (!seen[c]) {
        seen[c] = true;
        touched[touchedCount++] = c;
      }
      toward[c] += val[p];
    }
    work += rowPtr[v + 1] - rowPtr[v] + 1;
    if (believing) {
      addPull(together, v, 1.0);
      addPull(separate, v, -1.0);
    }
  }

  private void addPull(CsrMatrix constraints, int v, double sign) {
    for (int p = constraints.rowPtr()[v]; p < constraints.rowPtr()[v + 1]; p++) {
      int c = label[constraints.col()[p]];
      if (!seen[c]) {
        seen[c] = true;
        touched[touchedCount++] = c;
      }
      pull[c] += sign * constraints.val()[p];
    }
    work += constraints.rowPtr()[v + 1] - constraints.rowPtr()[v];
  }

  /** How much the objective falls when the node v, just scanned, moves to cluster b. O(1). */
  double gain(int v, int b) {
    int a = label[v];
    double newCutA = cut[a] - degree[v] + 2.0 * toward[a];
    double newCutB = cut[b] + degree[v] - 2.0 * toward[b];
    double newVolA = vol[a] - volume[v];
    double newVolB = vol[b] + volume[v];
    int member = volume[v] > 0.0 ? 1 : 0;
    double gain =
        term(cut[a], vol[a], heavy[a])
            + term(cut[b], vol[b], heavy[b])
            - term(Math.max(0.0, newCutA), newVolA, heavy[a] - member)
            - term(Math.max(0.0, newCutB), newVolB, heavy[b] + member);
    if (believing) {
      double after = violated + pull[a] - pull[b];
      double first = k == 2 && b == 0 ? newVolB : newVolA;
      double last = k == 2 && b == 0 ? newVolA : newVolB;
      gain += penalty(violated, vol[0], vol[k - 1]) - penalty(after, first, last);
    }
    return gain;
  }

  /** About what the objective changes by when all edges of v become cut between it and b. */
  double scale(int v, int b) {
    return degree[v] / vol[label[v]] + degree[v] / vol[b];
  }

  /** Number of nodes of cluster c that must lie apart from v. */
  int conflicts(int v, int c) {
    int count = 0;
    for (int p = apartPtr[v]; p < apartPtr[v + 1]; p++) {
      if (label[apartCol[p]] == c) {
        count++;
      }
    }
    work += apartPtr[v + 1] - apartPtr[v];
    return count;
  }

  /** Whether v has a neighbour in another cluster. */
  boolean onBoundary(int v) {
    int own = label[v];
    for (int p = rowPtr[v]; p < rowPtr[v + 1]; p++) {
      if (label[col[p]] != own) {
        return true;
      }
    }
    if (believing) {
      return together.rowPtr()[v + 1] > together.rowPtr()[v]
          || separate.rowPtr()[v + 1] > separate.rowPtr()[v];
    }
    return false;
  }

  /** Moves v to cluster b and writes it into the journal. Overwrites the scratch arrays. */
  void move(int v, int b) {
    if (journalSize == journalNode.length) {
      journalNode = Arrays.copyOf(journalNode, 2 * journalSize);
      journalFrom = Arrays.copyOf(journalFrom, 2 * journalSize);
    }
    journalNode[journalSize] = v;
    journalFrom[journalSize++] = label[v];
    change(v, b);
  }

  private void change(int v, int b) {
    scan(v);
    int a = label[v];
    objective -= gain(v, b);
    cut[a] = Math.max(0.0, cut[a] + 2.0 * toward[a] - degree[v]);
    cut[b] = Math.max(0.0, cut[b] + degree[v] - 2.0 * toward[b]);
    vol[a] -= volume[v];
    vol[b] += volume[v];
    violated += pull[a] - pull[b];
    size[a]--;
    size[b]++;
    int member = volume[v] > 0.0 ? 1 : 0;
    heavy[a] -= member;
    heavy[b] += member;
    label[v] = b;
  }

  /** Moves each of the nodes, all in cluster a or b, to the other one of the two. */
  void exchange(int[] nodes, int count, int a, int b) {
    for (int i = 0; i < count; i++) {
      move(nodes[i], label[nodes[i]] == a ? b : a);
    }
  }

  /**
   * The gain of {@link #exchange}, which is undone. Leaves every sum as it was, to the last bit.
   */
  double trial(int[] nodes, int count, int a, int b) {
    int mark = journalSize;
    double before = objective;
    double cutA = cut[a];
    double cutB = cut[b];
    double volA = vol[a];
    double volB = vol[b];
    double violatedBefore = violated;
    exchange(nodes, count, a, b);
    double gain = before - objective;
    rollback(mark);
    objective = before;
    cut[a] = cutA;
    cut[b] = cutB;
    vol[a] = volA;
    vol[b] = volB;
    violated = violatedBefore;
    return gain;
  }

  /** The place in the journal to which {@link #rollback} returns. */
  int mark() {
    return journalSize;
  }

  /** The node of the {@code index}-th move since the last refresh. */
  int journal(int index) {
    return journalNode[index];
  }

  /** Undoes the moves since {@code mark}, the latest first. */
  void rollback(int mark) {
    while (journalSize > mark) {
      journalSize--;
      change(journalNode[journalSize], journalFrom[journalSize]);
    }
  }
}
