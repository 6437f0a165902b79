package dev.concord.partition.coloring;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Colours one connected graph in which every node has at least k neighbours, k at least 3, or shows
 * that it cannot be done. In turn, each stage with a bounded effort that is counted in operations:
 * local search from a given start; the order of saturation with backtracking; then rounds of a
 * growing effort of belief propagation, tabu search and an exact search by a satisfiability solver.
 * The rounds stop at the first answer.
 */
final class CoreColoring {
  private static final long REPAIR_EFFORT = 5_000_000L;
  private static final long SATURATION_EFFORT = 3_000_000L;

  /** Efforts of the rounds, in inspected entries, message updates, sweeps and conflicts. */
  private static final long[] TABU_EFFORT = {
    10_000_000L, 30_000_000L, 60_000_000L, 150_000_000L, 400_000_000L
  };

  private static final long[] BELIEF_EFFORT = {
    40_000_000L, 80_000_000L, 120_000_000L, 160_000_000L, 240_000_000L
  };

  private static final int[] BELIEF_SWEEPS = {1_000, 2_000, 3_000, 4_000, 6_000};
  private static final int[] CONFLICTS = {500, 1_000, 2_500, 6_000, 12_000};

  /** Fewer sweeps than this decide nothing. */
  private static final int LEAST_SWEEPS = 60;

  /** Most clauses given to the solver, and as many as cost no more than its own bookkeeping. */
  private static final long MOST_CLAUSES = 3_000_000L;

  private static final long CHEAP_CLAUSES = 50_000L;

  /** The largest number of messages, for memory, and for more than one round. */
  private static final long MOST_MESSAGES = 32_000_000L;

  private static final long MANY_MESSAGES = 4_000_000L;

  /** Local search inspects at least this many entries for each colour of a node and each edge. */
  private static final long EFFORT_PER_ENTRY = 50L;

  /** Inspected entries after which no further round begins. */
  private static final long MOST_EFFORT = 600_000_000L;

  private final ConflictGraph graph;
  private final int k;
  private final double @Nullable [] costs;
  private final SplittableRandom random;
  private final TabuColoring tabu;
  private int[] best;
  private int fewest = Integer.MAX_VALUE;
  private long spent;
  private int rounds;

  /**
   * @param costs at v k + c the cost of colour c for node v, a preference; or null
   */
  CoreColoring(ConflictGraph graph, int k, double @Nullable [] costs, SplittableRandom random) {
    this.graph = graph;
    this.k = k;
    this.costs = costs;
    this.random = random;
    this.tabu = new TabuColoring(graph, k, random);
    this.best = new int[graph.nodes()];
  }

  /**
   * The result, with the nodes and colours of this graph; the costs are left at 0 and the links
   * uncounted.
   *
   * @param start a colouring to stay close to, or null
   */
  ColoringResult color(int @Nullable [] start) {
    if (start != null && search(start.clone(), REPAIR_EFFORT)) {
      return found();
    }
    SaturationColoring saturation = new SaturationColoring(graph, k, costs);
    switch (saturation.search(SATURATION_EFFORT)) {
      case FOUND -> {
        best = saturation.colors();
        return found();
      }
      case NONE -> {
        return impossible();
      }
      case OPEN -> {
        return rounds(saturation.colors());
      }
    }
    throw new IllegalStateException("unknown answer");
  }

  private ColoringResult rounds(int[] start) {
    if (search(start, TABU_EFFORT[0])) {
      return found();
    }
    SatColoring exact =
        SatColoring.clauses(graph, k) <= MOST_CLAUSES ? new SatColoring(graph, k, false) : null;
    for (int round = 0; round < CONFLICTS.length && spent < MOST_EFFORT; round++) {
      rounds++;
      SearchOutcome answer = exact == null ? SearchOutcome.OPEN : exact.search(conflicts(round));
      if (answer == SearchOutcome.NONE) {
        return impossible();
      }
      if (answer == SearchOutcome.FOUND && exact != null) {
        best = exact.colors();
        return found();
      }
      if (search(believed(round), TABU_EFFORT[round])) {
        return found();
      }
    }
    return new ColoringResult.NotFound(best, fewest, 0, tried(exact));
  }

  private String tried(@Nullable SatColoring exact) {
    String exactly =
        exact == null ? "" : ", and an exact search of " + exact.conflicts() + " conflicts";
    return "saturation order, tabu search and belief propagation in %s rounds%s"
        .formatted(rounds, exactly);
  }

  private int conflicts(int round) {
    long clauses = Math.max(CHEAP_CLAUSES, SatColoring.clauses(graph, k));
    return (int) Math.max(50L, CONFLICTS[round] * CHEAP_CLAUSES / clauses);
  }

  /** The colours of belief propagation; random colours where it would take too long. */
  private int[] believed(int round) {
    long messages = (long) graph.neighbor().length * k;
    if (messages > MOST_MESSAGES || (messages > MANY_MESSAGES && round > 0)) {
      return randomColors();
    }
    long affordable = Math.max(LEAST_SWEEPS, BELIEF_EFFORT[round] / messages);
    int sweeps = (int) Math.min(BELIEF_SWEEPS[round], affordable);
    return new BeliefPropagationColoring(graph, k, random)
        .colors(sweeps, Math.min(100, sweeps / 10), 4.0 / sweeps);
  }

  private boolean search(int[] colors, long effort) {
    long entries = (long) graph.nodes() * k + graph.neighbor().length;
    long allowed = Math.max(effort, EFFORT_PER_ENTRY * entries);
    spent += allowed;
    int conflicts = tabu.improve(colors, allowed);
    if (conflicts < fewest) {
      fewest = conflicts;
      best = colors;
    }
    return conflicts == 0;
  }

  private int[] randomColors() {
    int[] colors = new int[graph.nodes()];
    Arrays.setAll(colors, v -> random.nextInt(k));
    return colors;
  }

  private ColoringResult found() {
    return new ColoringResult.Colored(best, 0.0);
  }

  private ColoringResult impossible() {
    CriticalSubgraph.Reduced reduced = CriticalSubgraph.of(graph, k);
    int[] nodes = reduced.nodes();
    ConflictGraph between = graph.induced(nodes);
    boolean clique = between.edges() == nodes.length * (nodes.length - 1L) / 2;
    if (clique && nodes.length > k) {
      return new ColoringResult.Impossible(
          ColoringResult.Witness.CLIQUE, Arrays.copyOf(nodes, k + 1), true);
    }
    return new ColoringResult.Impossible(
        ColoringResult.Witness.SUBGRAPH, nodes, reduced.critical());
  }
}
