package dev.concord.method.productcut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.partition.cut.Coarsening;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The problem between ever larger groups of strongly tied nodes (multilevel search, Karypis and
 * Kumar 1998). A search on the coarsest graph costs a fraction of one on the whole graph; its
 * labels are then settled level by level. Nodes that others must lie apart from stay alone.
 *
 * <p>The nodes of a graph that is made coarser are numbered anew, neighbours near each other
 * ({@link BreadthFirstOrder}): products with it read memory in order and take half of the time.
 */
final class Levels {
  /** A graph of so few nodes is not made coarser. */
  private static final int FEW = 1 << 14;

  /**
   * Points of a group at most, so that a group is a small part of a cluster; on graphs of more than
   * 87,000 nodes three times as many as groups of equal size would have.
   */
  private static final double MOST_POINTS = 16.0;

  private static final double MOST_OF_MEAN = 3.0;

  /** Coarsening ends where a level keeps more than this share of the nodes. */
  private static final double LITTLE = 0.8;

  private final List<PartitionProblem> problems = new ArrayList<>();
  private final List<int[]> groups = new ArrayList<>();
  private final int @Nullable [] place;

  /** Coarsens. Time and memory those of a few copies of the graph. */
  Levels(PartitionProblem finest, int k, Seeds seeds) {
    SplittableRandom random = seeds.random("product-cut-levels");
    long few = Math.max(FEW, 100L * k);
    int n = finest.nodes();
    place = n > few ? BreadthFirstOrder.places(finest.weights()) : null;
    problems.add(place == null ? finest : finest.merged(place, n));
    double most = Math.max(MOST_POINTS, MOST_OF_MEAN * n / few);
    while (coarsest().nodes() > few) {
      PartitionProblem fine = coarsest();
      int[] group = Coarsening.groups(fine, classes(fine), most, random);
      int count = Coarsening.count(group);
      if (count > LITTLE * fine.nodes()) {
        break;
      }
      groups.add(group);
      problems.add(fine.merged(group, count));
    }
  }

  /** A class of its own for every node that another must lie apart from. */
  private static int[] classes(PartitionProblem problem) {
    int[] rows = problem.apart().rowPtr();
    int[] classes = new int[problem.nodes()];
    Arrays.setAll(classes, v -> rows[v + 1] > rows[v] ? v + 1 : 0);
    return classes;
  }

  /** Number of graphs, at least 1. */
  int count() {
    return problems.size();
  }

  /** The problem of a level; 0 is the finest. */
  PartitionProblem problem(int level) {
    return problems.get(level);
  }

  private PartitionProblem coarsest() {
    return problems.get(problems.size() - 1);
  }

  /** The place in the finest graph here of each node of the problem that was given. */
  int place(int node) {
    return place == null ? node : place[node];
  }

  /** Labels of a level from those of the next coarser one. */
  int[] finer(int level, int[] labels) {
    int[] group = groups.get(level);
    int[] finer = new int[group.length];
    Arrays.setAll(finer, v -> labels[group[v]]);
    return finer;
  }

  /**
   * Numbers the nodes of a graph in the order of a breadth-first search, so that neighbours have
   * numbers near each other (Cuthill and McKee 1969, here without sorting by degree). A product
   * with the matrix in this order reads most of the vector from the cache.
   */
  public static final class BreadthFirstOrder {
    private BreadthFirstOrder() {}

    /**
     * The new number of each node: searches start at the first node not reached yet, and go through
     * the entries of a row in their order. Time O(nonzeros), memory 8 bytes a node.
     *
     * @param weights square, with a symmetric pattern
     */
    public static int[] places(CsrMatrix weights) {
      int n = weights.rows();
      int[] start = weights.rowPtr();
      int[] column = weights.col();
      int[] place = new int[n];
      int[] order = new int[n];
      Arrays.fill(place, -1);
      int reached = 0;
      int done = 0;
      for (int first = 0; first < n; first++) {
        if (place[first] < 0) {
          place[first] = reached;
          order[reached++] = first;
        }
        for (; done < reached; done++) {
          int node = order[done];
          for (int p = start[node]; p < start[node + 1]; p++) {
            int next = column[p];
            if (place[next] < 0) {
              place[next] = reached;
              order[reached++] = next;
            }
          }
        }
      }
      return place;
    }
  }
}
