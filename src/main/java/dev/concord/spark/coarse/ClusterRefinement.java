package dev.concord.spark.coarse;

import dev.concord.spark.plan.JobSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Takes a partition from the coarsest graph back to the points. On each level nodes move to a
 * neighbouring cluster where that lowers the normalized cut: the executors find the moves of a
 * round, the driver applies those that still lower it, the largest gains first, and keeps pairs,
 * labels and bounds of sizes. A round that raised the cut is taken back.
 *
 * <p>Nodes with a known label stay, and so do points of a must-link on the level of the points:
 * their component moves as one node on all coarser ones.
 */
final class ClusterRefinement {
  /** Rounds a level; a part of the nodes votes in each. */
  private static final int ROUNDS = 12;

  /** How often each node votes, at least. */
  private static final int VOTES = 3;

  private final CoarseLevels coarsening;
  private final CoarseKnowledge known;
  private final int clusters;
  private final boolean continued;
  private final LevelRunner runner;
  private final Map<Integer, Integer> clusterOf = new HashMap<>();
  private final List<CoarseFigures.Level> figures = new ArrayList<>();

  /**
   * @param continued whether the partition is that of an earlier run brought up to date: only nodes
   *     without a cluster there move
   */
  ClusterRefinement(
      CoarseLevels coarsening,
      CoarseKnowledge known,
      int clusters,
      boolean continued,
      LevelRunner runner) {
    this.coarsening = coarsening;
    this.known = known;
    this.clusters = clusters;
    this.continued = continued;
    this.runner = runner;
  }

  /** Figures of the levels, the points first. */
  List<CoarseFigures.Level> figures() {
    return figures;
  }

  /** The clusters of the points. */
  int[] refined(int[] coarse) {
    List<CoarseLevels.Level> levels = coarsening.levels();
    List<double[]> weights = known.weights(levels);
    int[] labels = coarse;
    for (int l = levels.size() - 1; l >= 0; l--) {
      CoarseLevels.Level level = levels.get(l);
      coarsening.closeAbove(l);
      if (level.lift() != null) {
        labels = level.lift().lifted(labels);
      }
      int[] start = labels;
      double[] weight = weights.get(l);
      boolean points = l == 0;
      LevelRunner.Moved moved = runner.run(l, start, () -> moved(level, weight, start, points));
      labels = moved.labels();
      figures.add(0, moved.level());
    }
    return labels;
  }

  private LevelRunner.Moved moved(
      CoarseLevels.Level level, double[] weight, int[] start, boolean points) {
    int[] labels = start.clone();
    int[] best = start;
    double[] degrees = points ? new double[0] : level.degrees();
    int[] fixed = continued ? level.earlier() : new int[0];
    double[] volume = new double[clusters];
    add(labels, level.degrees(), volume);
    int[] members = new int[clusters];
    for (int label : labels) {
      members[label]++;
    }
    double[] sizes = new double[weight.length == 0 ? 0 : clusters];
    add(labels, weight, sizes);
    level
        .tags()
        .components()
        .forEach(
            (node, own) -> Arrays.stream(own).forEach(one -> clusterOf.put(one, labels[node])));
    ClusterMoves moves =
        new ClusterMoves(level, labels, volume, members, weight, sizes, known, points);
    double[] none = new double[clusters];
    double[] association =
        weights(level.rows().votes(labels, degrees, fixed, totals(none, volume), -1L), level);
    double quality = totals(association, volume).quality();
    int moved = 0;
    int last = 0;
    int parts = JobSize.votingParts(labels.length);
    int rounds = Math.max(ROUNDS, VOTES * parts);
    for (int round = 0; round <= rounds; round++) {
      coarsening.clock().advance(-1, progress(labels.length, round, rounds, moved));
      List<ClusterVotes> votes =
          level.rows().votes(labels, degrees, fixed, totals(association, volume), round);
      association = weights(votes, level);
      double reached = totals(association, volume).quality();
      if (reached < quality) {
        break;
      }
      quality = reached;
      best = labels.clone();
      moved += last;
      if (round == rounds) {
        break;
      }
      last = moves.apply(votes, association, clusterOf);
      add(labels, level.degrees(), volume);
      if (last == 0 && (round + 1) % parts == 0) {
        break;
      }
    }
    return new LevelRunner.Moved(
        best, new CoarseFigures.Level(labels.length, level.entries(), moved, clusters - quality));
  }

  private static String progress(int nodes, int round, int rounds, int moved) {
    return String.format(
        Locale.ROOT,
        "%,d nodes, round %d of %d, %,d moved",
        nodes,
        Math.min(round + 1, rounds),
        rounds,
        moved);
  }

  private static ClusterVotes.Totals totals(double[] association, double[] volume) {
    return new ClusterVotes.Totals(association, volume);
  }

  private double[] weights(List<ClusterVotes> votes, CoarseLevels.Level level) {
    long[] whole = LevelRows.sums(votes, clusters);
    double[] weights = new double[clusters];
    for (int c = 0; c < clusters; c++) {
      weights[c] = GroupSums.weight(whole[c], level.rows().unit());
    }
    return weights;
  }

  /** The sums of values over the nodes of each cluster, in the order of the nodes. */
  private static void add(int[] labels, double[] values, double[] sums) {
    Arrays.fill(sums, 0.0);
    for (int v = 0; v < values.length; v++) {
      sums[labels[v]] += values[v];
    }
  }
}
