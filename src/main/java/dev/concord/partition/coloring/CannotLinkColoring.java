package dev.concord.partition.coloring;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.SparseCounts;
import dev.concord.linalg.SparseMatching;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Puts nodes into k clusters so that no two that must lie apart share one: a colouring of the
 * cannot-links between must-link components, with a low cost when costs are given for each node and
 * cluster. Every partition that meets all hard constraints is such a colouring, so this is where
 * they are guaranteed.
 *
 * <p>The guarantee. A {@link ColoringResult.Colored} colouring has no conflict: that is checked
 * before it is returned. A {@link ColoringResult.Impossible} set of nodes needs more than k
 * colours: it is a clique, an odd cycle, or the result of a search that ended, and for k of at
 * least 3 a second program tries, with a bounded effort, to refute it. For k = 1 and k = 2, and
 * whenever repeatedly taking away nodes with fewer than k neighbours leaves nothing, one of the two
 * is certain and is found in linear time. Otherwise the question is NP-complete: what is left is
 * searched with an effort bounded in operations, never in time, and {@link ColoringResult.NotFound}
 * reports that neither was shown. The same input and seed give the same result.
 *
 * <p>The cost is a local optimum: no node and no Kempe chain of up to {@value KempeDescent#LONGEST}
 * nodes can exchange its colours with profit (for k = 2 the global optimum), unless a bounded
 * effort ran out, and apart from the nodes that keep clusters from being empty.
 *
 * <p>Time: linear in nodes and cannot-links outside the core. For each connected part of the core
 * milliseconds as a rule; when it is hard and stays open, some twenty seconds of one core for a
 * thousand nodes, a minute for a million cannot-links. Memory: 8 k bytes a node with costs, 30
 * bytes a node and 4 bytes a cannot-link; in a hard part of the core up to 16 k bytes a cannot-link
 * and 100 k bytes for the exact search, which parts of more than three million clauses (k a
 * cannot-link) go without.
 */
public final class CannotLinkColoring {
  private static final long DESCENT_EFFORT = 100_000_000L;
  private static final long CHECK_EFFORT = 3_000_000L;
  private static final double LEVELS = 1e9;

  private final ConflictGraph graph;
  private final CsrMatrix apart;
  private final int k;
  private final double[] weights;
  private final double @Nullable [] costs;
  private final Seeds seeds;
  private final int[] colors;

  private CannotLinkColoring(
      CsrMatrix apart, int k, double[] weights, double @Nullable [] costs, Seeds seeds) {
    this.graph = ConflictGraph.of(apart);
    this.apart = apart;
    this.k = k;
    this.weights = weights;
    this.costs = costs;
    this.seeds = seeds;
    this.colors = new int[apart.rows()];
  }

  /**
   * Colours the nodes of {@code problem} that must lie apart.
   *
   * @param k number of clusters, at least 1
   * @param costs at v k + c what it costs to put node v into cluster c, length nodes * k, finite,
   *     of any sign; null when all clusters are alike: then their sizes are kept similar
   * @param seeds the stream "coloring" is used, and only when the core is not coloured at once
   * @return colours in which every cluster has a node of positive volume, wherever the cannot-links
   *     and the number of such nodes allow it by moving single nodes; or why there are none
   */
  public static ColoringResult of(
      PartitionProblem problem, int k, double @Nullable [] costs, Seeds seeds) {
    return of(problem.apart(), k, problem.volumes(), costs, seeds);
  }

  /**
   * Colours the nodes of a graph.
   *
   * @param apart symmetric without a diagonal: the number of cannot-links behind each pair
   * @param weights weight of each node, for the rule about empty clusters
   */
  static ColoringResult of(
      CsrMatrix apart, int k, double[] weights, double @Nullable [] costs, Seeds seeds) {
    int n = apart.rows();
    if (k < 1) {
      throw new IllegalArgumentException("k = " + k + " must be at least 1");
    }
    if (weights.length != n || (costs != null && costs.length != (long) n * k)) {
      throw new IllegalArgumentException(
          "%d nodes and k = %d, with %d weights and %d costs"
              .formatted(n, k, weights.length, costs == null ? 0 : costs.length));
    }
    return new CannotLinkColoring(apart, k, weights, costs, seeds).run();
  }

  private ColoringResult run() {
    if (k == 1 && graph.edges() > 0) {
      int first = 0;
      while (graph.degree(first) == 0) {
        first++;
      }
      return new ColoringResult.Impossible(
          ColoringResult.Witness.CLIQUE,
          new int[] {first, graph.neighbor()[graph.start()[first]]},
          true);
    }
    if (k == 2) {
      ColoringResult two = TwoColoring.of(graph, costs);
      if (!(two instanceof ColoringResult.Colored colored)) {
        return two;
      }
      System.arraycopy(colored.colors(), 0, colors, 0, colors.length);
      return finish("");
    }
    return k == 1 ? finish("") : manyColors();
  }

  private ColoringResult manyColors() {
    KCore order = KCore.of(graph, k);
    if (costs == null) {
      Arrays.fill(colors, -1);
    } else {
      new ConflictRepair(graph, k, costs, colors).run();
    }
    String effort = "";
    SplittableRandom random = seeds.random("coloring");
    int[] names = new int[colors.length];
    Arrays.fill(names, -1);
    for (int[] part : order.parts()) {
      if (costs != null && !hasConflict(part, order)) {
        continue;
      }
      ColoringResult result = colorPart(part, graph.induced(part, names), random.split());
      if (result instanceof ColoringResult.Impossible impossible) {
        return checked(named(impossible, part));
      }
      if (result instanceof ColoringResult.NotFound open) {
        effort = open.effort();
      }
    }
    new PeeledColoring(graph, k, costs, colors).run(order);
    return finish(effort);
  }

  private boolean hasConflict(int[] part, KCore order) {
    for (int v : part) {
      for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
        int u = graph.neighbor()[e];
        if (colors[u] == colors[v] && order.isCore(u)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Colours a part of the core in {@code colors}. */
  private ColoringResult colorPart(int[] part, ConflictGraph between, SplittableRandom random) {
    double[] partCosts = null;
    int[] start = null;
    if (costs != null) {
      partCosts = new double[part.length * k];
      start = new int[part.length];
      for (int i = 0; i < part.length; i++) {
        System.arraycopy(costs, part[i] * k, partCosts, i * k, k);
        start[i] = colors[part[i]];
      }
    }
    ColoringResult result = new CoreColoring(between, k, partCosts, random).color(start);
    int[] found = null;
    if (result instanceof ColoringResult.Colored colored) {
      found = colored.colors();
    } else if (result instanceof ColoringResult.NotFound open) {
      found = open.colors();
    }
    if (found != null) {
      int[] named = partCosts == null ? identity() : bestNames(found, partCosts);
      for (int i = 0; i < part.length; i++) {
        colors[part[i]] = named[found[i]];
      }
    }
    return result;
  }

  private int[] identity() {
    int[] same = new int[k];
    Arrays.setAll(same, c -> c);
    return same;
  }

  /** The names of the colours under which they cost least: exchanging names makes no conflict. */
  private int[] bestNames(int[] found, double[] partCosts) {
    double[] sums = new double[k * k];
    for (int i = 0; i < found.length; i++) {
      for (int c = 0; c < k; c++) {
        sums[found[i] * k + c] += partCosts[i * k + c];
      }
    }
    return cheapest(sums, k);
  }

  /**
   * The column of each row in an assignment of least cost.
   *
   * @param cost k x k, row-major, finite; a difference of less than 1e-9 of their span counts as
   *     none
   */
  static int[] cheapest(double[] cost, int k) {
    double least = Arrays.stream(cost).min().orElse(0.0);
    double most = Arrays.stream(cost).max().orElse(0.0);
    double scale = most > least ? LEVELS / (most - least) : 0.0;
    int[] start = new int[k + 1];
    int[] column = new int[cost.length];
    int[] gain = new int[cost.length];
    for (int e = 0; e < cost.length; e++) {
      start[e / k + 1] = e + 1;
      column[e] = e % k;
      gain[e] = 1 + (int) Math.round((most - cost[e]) * scale);
    }
    return SparseMatching.columns(new SparseCounts(start, column, gain), k);
  }

  private static ColoringResult.Impossible named(ColoringResult.Impossible found, int[] part) {
    int[] nodes = new int[found.nodes().length];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = part[found.nodes()[i]];
    }
    return new ColoringResult.Impossible(found.kind(), nodes, found.critical());
  }

  /** A check of a proof by another algorithm: a witness that it can colour would be a defect. */
  private ColoringResult checked(ColoringResult.Impossible impossible) {
    ConflictGraph between = graph.induced(impossible.nodes());
    SaturationColoring again = new SaturationColoring(between, k, null);
    if (again.search(CHECK_EFFORT) == SearchOutcome.FOUND) {
      throw new IllegalStateException(
          impossible.nodes().length + " nodes were reported to need more than " + k + " colours");
    }
    return impossible;
  }

  /** Improves and checks the colours. */
  private ColoringResult finish(String effort) {
    int conflicts = graph.conflicts(colors);
    if (conflicts == 0) {
      if (costs != null && k > 2) {
        new KempeDescent(graph, k, costs, colors).run(DESCENT_EFFORT);
      }
      new EmptyColors(graph, k, weights, costs, colors).fill();
      if (graph.conflicts(colors) > 0) {
        throw new IllegalStateException("a colouring got conflicts while it was improved");
      }
      return new ColoringResult.Colored(colors, totalCost());
    }
    if (effort.isEmpty()) {
      throw new IllegalStateException(conflicts + " conflicts outside the core");
    }
    return new ColoringResult.NotFound(colors, conflicts, violatedLinks(), effort);
  }

  private int violatedLinks() {
    double links = 0.0;
    for (int v = 0; v < colors.length; v++) {
      for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
        int u = graph.neighbor()[e];
        links += u > v && colors[u] == colors[v] ? apart.val()[e] : 0.0;
      }
    }
    return (int) Math.round(links);
  }

  private double totalCost() {
    double sum = 0.0;
    for (int v = 0; v < colors.length && costs != null; v++) {
      sum += costs[v * k + colors[v]];
    }
    return sum;
  }
}
