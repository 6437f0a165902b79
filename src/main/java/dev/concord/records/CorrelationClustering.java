package dev.concord.records;

import dev.concord.graph.UnionFind;
import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Correlation clustering component by component. As a pair without entry weighs at most 0, a best
 * cluster is connected by entries above 0; so the components of these are solved apart: exactly
 * where they have few nodes, else by a local search. The components are spread over the processors,
 * and every one has a random stream of its own, by its smallest node: the same partition for any
 * number of processors, whatever else the problem holds.
 */
public final class CorrelationClustering {
  private static final String STREAM = "correlation";

  private final SignedProblem problem;
  private final int starts;
  private final Seeds seeds;

  /** Places of nodes in the component that is being solved; a node has one component. */
  private final int[] local;

  private final int[] labels;

  private CorrelationClustering(SignedProblem problem, int starts, Seeds seeds) {
    this.problem = problem;
    this.starts = starts;
    this.seeds = seeds;
    this.local = new int[problem.nodes()];
    this.labels = new int[problem.nodes()];
  }

  /**
   * A partition and how it was found.
   *
   * @param labels the cluster of each node: the smallest node in it
   * @param value the sum of the weights within clusters
   * @param components of entries above 0, of two nodes or more
   * @param exact how many of them were solved exactly
   * @param largest nodes of the largest
   */
  public record Solution(int[] labels, double value, int components, int exact, int largest) {}

  /**
   * Solves a problem.
   *
   * @param starts of the local search, at least 1
   * @param seeds whose family of streams "correlation" the components draw from
   */
  public static Solution solve(SignedProblem problem, int starts, Seeds seeds) {
    return new CorrelationClustering(problem, starts, seeds).run();
  }

  private Solution run() {
    int n = problem.nodes();
    UnionFind sets = new UnionFind(n);
    for (int i = 0; i < n; i++) {
      for (int p = problem.rowPtr()[i]; p < problem.rowPtr()[i + 1]; p++) {
        if (problem.weight()[p] > 0.0 && problem.col()[p] < i) {
          sets.join(i, problem.col()[p]);
        }
      }
    }
    int[] count = new int[n];
    for (int i = 0; i < n; i++) {
      count[sets.find(i)]++;
    }
    int[] members = new int[n];
    int[] start = new int[n + 1];
    int components = 0;
    int[] firstOf = new int[n];
    Arrays.fill(firstOf, -1);
    for (int i = 0; i < n; i++) {
      int root = sets.find(i);
      if (firstOf[root] < 0) {
        firstOf[root] = components;
        start[components + 1] = start[components] + count[root];
        components++;
      }
    }
    int[] next = Arrays.copyOf(start, components);
    for (int i = 0; i < n; i++) {
      members[next[firstOf[sets.find(i)]]++] = i;
    }
    return solve(members, start, components);
  }

  private Solution solve(int[] members, int[] start, int components) {
    // The largest first, so that no processor is left with one at the end.
    long[] order = new long[components];
    int count = 0;
    for (int c = 0; c < components; c++) {
      int nodes = start[c + 1] - start[c];
      if (nodes > 1) {
        order[count++] = (long) (Integer.MAX_VALUE - nodes) << 32 | c;
      }
    }
    Arrays.sort(order, 0, count);
    int[] joined = new int[count];
    Arrays.setAll(joined, c -> (int) order[c]);
    Arrays.setAll(labels, i -> i);
    ThreadLocal<ExactPartition> exact = ThreadLocal.withInitial(ExactPartition::new);
    IntStream.range(0, joined.length)
        .parallel()
        .forEach(c -> component(members, start[joined[c]], start[joined[c] + 1], exact.get()));
    int few = 0;
    for (int c : joined) {
      few += start[c + 1] - start[c] <= ExactPartition.MOST ? 1 : 0;
    }
    int largest = count == 0 ? 1 : start[joined[0] + 1] - start[joined[0]];
    return new Solution(labels, problem.value(labels), count, few, largest);
  }

  private void component(int[] members, int from, int to, ExactPartition exact) {
    int count = to - from;
    for (int i = from; i < to; i++) {
      local[members[i]] = i - from;
    }
    SignedProblem part = part(members, from, count);
    int[] found = new int[count];
    if (count <= ExactPartition.MOST) {
      int[] all = IntStream.range(0, count).toArray();
      exact.solve(part, all, count, all, found);
    } else {
      long seed = seeds.stream(STREAM, members[from]);
      found = new CorrelationSearch(exact).solve(part, starts, seed);
    }
    int[] first = new int[count];
    Arrays.fill(first, -1);
    for (int i = 0; i < count; i++) {
      int node = members[from + i];
      if (first[found[i]] < 0) {
        first[found[i]] = node;
      }
      labels[node] = first[found[i]];
    }
  }

  /** The problem of one component; its members are ascending. */
  private SignedProblem part(int[] members, int from, int count) {
    Part part = new Part(members, from, count);
    int[] size = new int[count];
    int[] rowPtr = new int[count + 1];
    int[] apartPtr = new int[count + 1];
    int[] sourcePtr = new int[count + 1];
    for (int i = 0; i < count; i++) {
      int node = members[from + i];
      size[i] = problem.size()[node];
      rowPtr[i + 1] = rowPtr[i] + within(part, problem.rowPtr(), problem.col(), node, null, 0);
      apartPtr[i + 1] =
          apartPtr[i] + within(part, problem.apartPtr(), problem.apart(), node, null, 0);
      sourcePtr[i + 1] = sourcePtr[i] + problem.sourcePtr()[node + 1] - problem.sourcePtr()[node];
    }
    int[] col = new int[rowPtr[count]];
    double[] weight = new double[rowPtr[count]];
    int[] apart = new int[apartPtr[count]];
    int[] source = new int[sourcePtr[count]];
    for (int i = 0; i < count; i++) {
      int node = members[from + i];
      within(part, problem.rowPtr(), problem.col(), node, col, rowPtr[i]);
      within(part, problem.apartPtr(), problem.apart(), node, apart, apartPtr[i]);
      int at = rowPtr[i];
      for (int p = problem.rowPtr()[node]; p < problem.rowPtr()[node + 1]; p++) {
        if (isIn(part, problem.col()[p])) {
          weight[at++] = problem.weight()[p];
        }
      }
      System.arraycopy(
          problem.source(),
          problem.sourcePtr()[node],
          source,
          sourcePtr[i],
          sourcePtr[i + 1] - sourcePtr[i]);
    }
    return new SignedProblem(
        rowPtr, col, weight, apartPtr, apart, sourcePtr, source, size, problem.unlisted());
  }

  private boolean isIn(Part part, int node) {
    return local[node] < part.count && part.members[part.from + local[node]] == node;
  }

  /** The nodes of a component: members[from] to members[from + count - 1]. */
  private record Part(int[] members, int from, int count) {}

  /** Entries of a node's row whose columns are in the component; copied where {@code to} is one. */
  private int within(Part part, int[] ptr, int[] of, int node, int @Nullable [] to, int at) {
    int kept = 0;
    for (int p = ptr[node]; p < ptr[node + 1]; p++) {
      if (isIn(part, of[p])) {
        if (to != null) {
          to[at + kept] = local[of[p]];
        }
        kept++;
      }
    }
    return kept;
  }
}
