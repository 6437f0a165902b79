package dev.concord.partition.cut;

import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.CannotLinkColoring;
import dev.concord.partition.coloring.ColoringResult;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Partitions into k clusters with a low normalized cut in which all hard cannot-links hold (hard
 * must-links are nodes of the {@link PartitionProblem} already).
 *
 * <p>Minimized is sum_c cut(C_c)/vol(C_c) + gamma · violated · 2k/vol(V), where violated is the
 * weight of the violated soft constraints; on a balanced partition that is the penalty of the COSC
 * paper (Rangapuram and Hein 2012, section 4), and for k = 2 the paper's own penalty, gamma ·
 * violated · (1/vol(C_0) + 1/vol(C_1)), is taken. A cluster of volume 0 counts 1. Up to some
 * 100,000 partitions all are compared; beyond, a {@link PopulationSearch} by multilevel rounds,
 * merges, splits and combinations ends when its effort is used up or nothing has improved for long.
 *
 * <p>Time: the options' effort times the entries of the contracted graph, on all cores. Memory:
 * each core at work holds about three times the graph (40 bytes an entry), and each member of the
 * population 4 bytes a node. Results depend on the seed, not on the number of cores.
 */
public final class MultiwayCuts {
  /** The effort counts as if there were at least this many entries: small graphs are cheap. */
  private static final double LEAST_ENTRIES = 6000.0;

  /**
   * Rounds of {@link #improve}, and the share of the objective that makes another one worthwhile.
   */
  private static final int MOST_ROUNDS = 20;

  private static final double ENOUGH = 1e-3;

  /** Moves a node with which a start is repaired before its cannot-links are coloured anew. */
  private static final int REPAIR_STEPS = 5;

  private static final int MOST_CLUSTERS = 1 << 15;

  private MultiwayCuts() {}

  /**
   * A partition that is no worse than the given one.
   *
   * @param labels cluster of each node, in 0..k-1; no two nodes that must lie apart share one. When
   *     clusters are empty, others are split first, and the result is no worse than what that
   *     gives.
   * @throws IllegalArgumentException when the labels are not of that form, or there are fewer nodes
   *     than clusters
   */
  public static Multiway refine(
      PartitionProblem problem, int k, int[] labels, MultiwayOptions options, Seeds seeds) {
    int[] start = feasible(problem, k, labels, options, seeds);
    return search(problem, k, List.of(start), options, seeds);
  }

  /**
   * A partition near the given one that is no worse: multilevel rounds of moves of nodes and of
   * groups of nodes until they gain next to nothing. No clusters are merged or split, nothing is
   * combined, and small problems are treated like large ones.
   *
   * @param labels as for {@link #refine}
   * @throws IllegalArgumentException as {@link #refine}
   */
  public static Multiway improve(
      PartitionProblem problem, int k, int[] labels, MultiwayOptions options, Seeds seeds) {
    int[] start = feasible(problem, k, labels, options, seeds);
    double[] history = new double[MOST_ROUNDS + 1];
    CutState best = new CutState(problem, k, start, options.gamma());
    history[0] = best.objective();
    Multilevel multilevel = new Multilevel(problem, k, options);
    SplittableRandom random = seeds.random("multiway-improve");
    int rounds = 0;
    boolean better = k > 1;
    while (better && rounds < MOST_ROUNDS) {
      int[] next = multilevel.round(best.label, best.label, random);
      CutState state = new CutState(problem, k, next, options.gamma());
      better = best.objective() - state.objective() > ENOUGH * best.objective();
      best = state.objective() < best.objective() ? state : best;
      history[++rounds] = best.objective();
    }
    return result(
        best,
        multilevel.moves(),
        rounds,
        multilevel.work(),
        Arrays.copyOf(history, rounds + 1),
        false);
  }

  /**
   * The best partition found from several starts.
   *
   * @param starts proposals, labels of the nodes in 0..k-1; they may violate cannot-links and leave
   *     clusters empty, both is repaired. When there is none, recursive splitting makes one ({@link
   *     RecursiveSplits}).
   * @throws IllegalArgumentException when a start is not of that form, there are fewer nodes than
   *     clusters, or no partition that keeps all pairs apart was found; see {@link
   *     CannotLinkColoring} for whether there is one
   */
  public static Multiway solve(
      PartitionProblem problem, int k, List<int[]> starts, MultiwayOptions options, Seeds seeds) {
    check(problem, k, starts.isEmpty() ? new int[problem.nodes()] : starts.get(0));
    List<int[]> given =
        starts.isEmpty()
            ? List.of(RecursiveSplits.of(problem, k, TwoWayOptions.defaults().withStarts(1), seeds))
            : starts;
    List<int[]> feasible = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      check(problem, k, given.get(i));
      SplittableRandom random = new SplittableRandom(seeds.stream("multiway-repair", i));
      int[] repaired = repaired(problem, k, given.get(i), seeds, random);
      feasible.add(filled(problem, k, repaired, options, random));
    }
    return search(problem, k, feasible, options, seeds);
  }

  /** Labels that keep all pairs apart, near the given ones. */
  private static int[] repaired(
      PartitionProblem problem, int k, int[] labels, Seeds seeds, SplittableRandom random) {
    CutState state = new CutState(problem, k, labels, 0.0);
    if (new SearchRepair(state).run(REPAIR_STEPS * state.n, random)) {
      return state.label;
    }
    double[] costs = new double[Math.multiplyExact(state.n, k)];
    CutState proposal = new CutState(problem, k, labels, 0.0);
    for (int v = 0; v < proposal.n; v++) {
      proposal.scan(v);
      for (int c = 0; c < k; c++) {
        costs[v * k + c] = -proposal.toward[c];
      }
    }
    ColoringResult result = CannotLinkColoring.of(problem, k, costs, seeds);
    if (result instanceof ColoringResult.Colored colored) {
      return colored.colors();
    }
    throw new IllegalArgumentException(
        "no partition into %d clusters that keeps all pairs apart was found".formatted(k));
  }

  /** The labels checked, empty clusters filled. */
  private static int[] feasible(
      PartitionProblem problem, int k, int[] labels, MultiwayOptions options, Seeds seeds) {
    check(problem, k, labels);
    CutState state = new CutState(problem, k, labels, 0.0);
    for (int v = 0; v < state.n; v++) {
      if (state.conflicts(v, labels[v]) > 0) {
        throw new IllegalArgumentException(
            "node %d shares cluster %d with a node that must lie apart from it"
                .formatted(v, labels[v]));
      }
    }
    return filled(problem, k, labels, options, seeds.random("multiway-empty"));
  }

  private static void check(PartitionProblem problem, int k, int[] labels) {
    if (k < 1 || k > MOST_CLUSTERS || k > problem.nodes()) {
      throw new IllegalArgumentException(
          "k = %d clusters of %d nodes; 1 to %d can be made"
              .formatted(k, problem.nodes(), Math.min(problem.nodes(), MOST_CLUSTERS)));
    }
    if (labels.length != problem.nodes()) {
      throw new IllegalArgumentException(
          labels.length + " labels for " + problem.nodes() + " nodes");
    }
    for (int v = 0; v < labels.length; v++) {
      if (labels[v] < 0 || labels[v] >= k) {
        throw new IllegalArgumentException("node " + v + ": label " + labels[v] + " of " + k);
      }
    }
  }

  private static Multiway search(
      PartitionProblem problem, int k, List<int[]> starts, MultiwayOptions options, Seeds seeds) {
    if (ExhaustiveSearch.isSmall(problem.nodes(), k)) {
      CutState best =
          new CutState(
              problem, k, ExhaustiveSearch.best(problem, k, options.gamma()), options.gamma());
      return result(best, 0L, 0, 0L, new double[] {best.objective()}, true);
    }
    if (k == 1 || k == problem.nodes()) {
      // There is only one such partition.
      CutState only = new CutState(problem, k, starts.get(0), options.gamma());
      return result(only, 0L, 0, 0L, new double[] {only.objective()}, true);
    }
    double entries = (double) problem.weights().nonZeros() + problem.nodes();
    long limit = (long) (options.effort() * Math.max(LEAST_ENTRIES, entries));
    PopulationSearch search = new PopulationSearch(problem, k, options, seeds);
    CutState best = new CutState(problem, k, search.run(starts, limit), options.gamma());
    for (int[] start : starts) {
      // Sums updated by differences may show a gain that is only rounding.
      CutState state = new CutState(problem, k, start, options.gamma());
      best = state.objective() < best.objective() ? state : best;
    }
    return result(best, search.moves(), search.rounds(), search.work(), search.history(), false);
  }

  private static Multiway result(
      CutState best, long moves, int rounds, long work, double[] history, boolean proven) {
    return new Multiway(
        best.label,
        best.objective(),
        best.normalizedCut(),
        best.violated(),
        moves,
        rounds,
        work,
        history,
        proven);
  }

  /**
   * The labels with every cluster used; no fewer nodes than clusters. No two nodes share a cluster
   * that did not before, so no cannot-link becomes violated.
   *
   * @param labels in 0..k-1, not modified
   */
  private static int[] filled(
      PartitionProblem problem,
      int k,
      int[] labels,
      MultiwayOptions options,
      SplittableRandom random) {
    int[] filled = labels.clone();
    int[] size = new int[k];
    for (int c : filled) {
      size[c]++;
    }
    for (int empty = 0; empty < k; empty++) {
      if (size[empty] > 0) {
        continue;
      }
      int greatest = 0;
      for (int c = 1; c < k; c++) {
        greatest = size[c] > size[greatest] ? c : greatest;
      }
      int[] members = new ClusterMembers(filled, k).of(greatest);
      int[] side = new Bisection(problem.induced(members), options, random).side();
      for (int i = 0; i < members.length; i++) {
        if (side[i] == 1) {
          filled[members[i]] = empty;
          size[empty]++;
          size[greatest]--;
        }
      }
    }
    return filled;
  }
}
