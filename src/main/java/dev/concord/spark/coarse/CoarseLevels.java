package dev.concord.spark.coarse;

import dev.concord.error.MemoryException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightFigures;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.plan.PlanMaker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * A graph on the executors and coarser ones, each made of the one before: groups of nodes become
 * nodes, the weights between groups edges. The driver gets the coarsest.
 *
 * <p>Groups are found by label propagation with a largest size (Meyerhenke, Sanders, Schulz 2014,
 * Partitioning complex networks via size-constrained clustering). The executors find the votes of a
 * round; the driver applies them in the order of the nodes, so the groups are the same for any
 * executors, partitions and blocks.
 *
 * <p>The driver holds 4 bytes a node and level, 16 while groups are found, and each executor as
 * much. Time of a round: one pass over the edges.
 */
final class CoarseLevels implements AutoCloseable {
  /** Rounds of votes a level; half of the nodes vote in each. */
  private static final int ROUNDS = 6;

  /** Rounds in which points without a group of the earlier run vote for one. */
  private static final int RESTORED_ROUNDS = 4;

  /** Nodes of a level for one of the next, about. */
  private static final int FACTOR = 8;

  /** Points of the largest group for those of a mean one. */
  private static final double SLACK = 2.0;

  /** Entries that the driver's graph has for each of its nodes, about and at most. */
  private static final int ENTRIES = 100;

  /** Points of a group, below what an int holds. */
  private static final double MOST_POINTS = 1 << 30;

  /** A level that keeps more than this share of the nodes is the last. */
  private static final double STALLED = 0.95;

  private final List<Level> levels = new ArrayList<>();
  private final StageClock clock;
  private LevelRows.Shape shape;
  private int open;

  /**
   * A level.
   *
   * @param degrees of its nodes, with the weights within them
   * @param points of its nodes; empty: one each
   * @param entries of its rows
   * @param tags of its nodes
   * @param earlier clusters of its nodes, see {@link GroupVotes}; empty without an earlier
   *     partition
   * @param lift to the next one; null for the coarsest
   */
  record Level(
      LevelRows rows,
      double[] degrees,
      int[] points,
      long entries,
      NodeTags tags,
      int[] earlier,
      NodeGroups.@Nullable Lift lift) {
    Level lifting(NodeGroups.Lift groups) {
      return new Level(rows, degrees, points, entries, tags, earlier, groups);
    }

    Level with(long counted) {
      return new Level(rows, degrees, points, counted, tags, earlier, lift);
    }
  }

  private CoarseLevels(
      LevelRows rows, BlockGraph graph, NodeTags tags, int[] earlier, StageClock clock) {
    this.clock = clock;
    shape = rows.shape();
    levels.add(new Level(rows, graph.degrees(), new int[0], shape.entries(), tags, earlier, null));
  }

  /**
   * Coarsens a graph until it has at most so many nodes; not below 20 nodes a cluster.
   *
   * @param tags of some points; those of a must-link component are one node
   * @param earlier cluster of each point, which nodes do not cross, -1 for none; empty: they may
   * @param groups of an earlier coarse graph, which nodes start from, -1 for none; empty: from
   *     points
   * @throws MemoryException when the graph stays larger than that
   */
  static CoarseLevels of(
      JavaSparkContext context,
      BlockGraph graph,
      NodeTags tags,
      int[] earlier,
      int[] groups,
      int nodes,
      int clusters,
      StageClock clock) {
    clock.start("coarsening", -1);
    double unit = GroupSums.unit(graph.unitWeight(), 2L * graph.edges());
    LevelRows rows = new LevelRows(context, graph.blocks(), graph.size(), unit, null);
    CoarseLevels coarsening = new CoarseLevels(rows, graph, tags, earlier, clock);
    try {
      coarsening.restore(groups, nodes);
      coarsening.coarsen(nodes, Math.toIntExact(PlanMaker.COARSE_NODES_A_CLUSTER * clusters));
    } catch (RuntimeException e) {
      coarsening.close();
      throw e;
    }
    clock.finish(
        String.format(
            Locale.ROOT,
            "%,d points in %,d nodes, %,d edges",
            graph.size(),
            coarsening.last().rows().nodes(),
            coarsening.shape.entries() / 2));
    return coarsening;
  }

  private Level last() {
    return levels.get(levels.size() - 1);
  }

  /** The level of the groups of an earlier run, where they are about as many as are wanted. */
  private void restore(int[] before, int target) {
    int kept = (int) Arrays.stream(before).filter(group -> group >= 0).distinct().count();
    int n = last().rows().nodes();
    if (kept > target || kept < target / FACTOR || fits(target)) {
      return;
    }
    int most = most(n, kept);
    NodeGroups groups =
        new NodeGroups(n, most, last().points(), last().tags(), true, last().earlier());
    BitSet left = groups.restore(before);
    for (int r = 0; r < RESTORED_ROUNDS && !left.isEmpty(); r++) {
      clock.advance(-1, String.format(Locale.ROOT, "%,d groups of the earlier run", kept));
      groups.apply(last().rows().votes(groups, last().points(), last().earlier(), r), left);
    }
    groups.gather(shape.empty(), most / 2);
    descend(groups.lift());
  }

  private static int most(int points, int groups) {
    return (int) Math.min(MOST_POINTS, Math.ceil(SLACK * points / Math.max(1, groups)));
  }

  private void coarsen(int target, int least) {
    int all = levels.get(0).rows().nodes();
    long round = 0;
    while (!fits(target)) {
      int n = last().rows().nodes();
      int aim = Math.max(target, n / FACTOR);
      int most = most(all, aim);
      NodeGroups groups =
          new NodeGroups(
              n, most, last().points(), last().tags(), levels.size() == 1, last().earlier());
      for (int r = 0; r < ROUNDS; r++, round++) {
        clock.advance(
            -1, String.format(Locale.ROOT, "%,d nodes, round %d of %d", n, r + 1, ROUNDS));
        groups.apply(last().rows().votes(groups, last().points(), last().earlier(), round));
      }
      groups.gather(shape.empty(), most / 2);
      NodeGroups.Lift lift = groups.lift();
      if (lift.nodes() > STALLED * n || lift.nodes() < least) {
        break;
      }
      descend(lift);
    }
    if (!fits(2L * target)) {
      throw new MemoryException(
          ("plan.coarse-nodes = %s, but the graph cannot be brought below %s nodes: pairs or"
                  + " labels keep too many points apart, or it has too many small components."
                  + " Raise plan.coarse-nodes, and give the driver the memory that --dry-run then"
                  + " names.")
              .formatted(target, last().rows().nodes()));
    }
  }

  private boolean fits(long target) {
    return last().rows().nodes() <= target;
  }

  private void descend(NodeGroups.Lift lift) {
    Level finer = last().lifting(lift);
    levels.set(levels.size() - 1, finer);
    LevelRows rows = finer.rows().contracted(lift);
    double[] degrees = lift.sums(finer.degrees());
    Level made = new Level(rows, degrees, lift.points(), 0, lift.tags(), lift.earlier(), null);
    levels.add(made);
    open = levels.size() - 1;
    shape = rows.shape();
    levels.set(open, made.with(shape.entries()));
  }

  /** Levels, the fine graph first. */
  List<Level> levels() {
    return levels;
  }

  StageClock clock() {
    return clock;
  }

  /**
   * The coarsest graph, without the weights within its nodes. 12 bytes an entry on the driver.
   *
   * <p>The coarser a graph without short cycles is, the more of its nodes have an edge: one of ten
   * million edges has seven million where 26,000 nodes are left. Of a graph with more than 100
   * entries a node it has those that are among the 50 heaviest of either node.
   */
  SimilarityGraph graph() {
    int n = last().rows().nodes();
    if (shape.entries() > (long) ENTRIES * n) {
      return heaviest(n);
    }
    int[] rowPtr = new int[n + 1];
    int[] col = new int[Math.toIntExact(shape.entries())];
    double[] val = new double[col.length];
    int at = 0;
    for (RowBlock block : last().rows().collected()) {
      System.arraycopy(block.col(), 0, col, at, block.col().length);
      System.arraycopy(block.val(), 0, val, at, block.val().length);
      for (int r = 0; r < block.rows(); r++) {
        rowPtr[block.firstRow() + r + 1] = at + block.rowPtr()[r + 1];
      }
      at += block.col().length;
    }
    return SimilarityGraph.of(new CsrMatrix(n, rowPtr, col, val), WeightFigures.GIVEN);
  }

  private SimilarityGraph heaviest(int n) {
    List<RowBlock> rows = last().rows().heaviest(last().degrees(), ENTRIES / 2);
    int entries = rows.stream().mapToInt(block -> block.col().length).sum();
    int[] source = new int[entries];
    int[] target = new int[entries];
    double[] weight = new double[entries];
    int at = 0;
    for (RowBlock block : rows) {
      for (int r = 0; r < block.rows(); r++) {
        for (int p = block.rowPtr()[r]; p < block.rowPtr()[r + 1]; p++) {
          source[at] = block.firstRow() + r;
          target[at] = block.col()[p];
          weight[at++] = block.val()[p];
        }
      }
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  /** Points of each node of the coarsest graph; 1 each where nothing was coarsened. */
  int[] points() {
    int[] all = last().points();
    if (all.length == 0) {
      all = new int[last().rows().nodes()];
      Arrays.fill(all, 1);
    }
    return all;
  }

  /** Degrees of the nodes of the coarsest graph, with the weights within them. */
  double[] degrees() {
    return last().degrees();
  }

  /** The earlier cluster of each node of the coarsest graph, -1 where it has none. */
  int[] earlier() {
    return Arrays.stream(last().earlier()).map(c -> Math.max(c, GroupVotes.UNKNOWN)).toArray();
  }

  /** The node of each point. 4 bytes a point. */
  int[] nodeOf() {
    int[] of = new int[last().rows().nodes()];
    for (int v = 0; v < of.length; v++) {
      of[v] = v;
    }
    return lifted(of);
  }

  /** Values of the points, each that of its node. */
  int[] lifted(int[] ofNodes) {
    int[] values = ofNodes;
    for (int l = levels.size() - 1; l >= 0; l--) {
      NodeGroups.Lift lift = levels.get(l).lift();
      values = lift == null ? values : lift.lifted(values);
    }
    return values;
  }

  /** Lets go of the rows of the levels above one: their nodes have their clusters. */
  void closeAbove(int level) {
    for (; open > level; open--) {
      levels.get(open).rows().close();
    }
  }

  @Override
  public void close() {
    closeAbove(-1);
  }
}
