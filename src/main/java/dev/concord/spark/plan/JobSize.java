package dev.concord.spark.plan;

import dev.concord.config.OperatorPlacement;
import dev.concord.config.PlanConfig;
import java.util.function.LongUnaryOperator;

/**
 * The inputs of a plan.
 *
 * @param points n
 * @param neighbors k of the graph, 0 for an edge table
 * @param entries stored entries of the symmetric graph, as expected
 * @param pairs number of constraints
 * @param idBytes bytes of the id table
 * @param kept what is kept for the next run, and held of the one before
 * @param methodBytes what method and refinement hold beyond the graph
 * @param productBytes what the method holds when it uses only products
 * @param embeddingColumns columns of the input of k-means
 * @param doubtedClusters clusters for which the doubt about points is computed, 0 for none
 * @param doubtAsked whether it is computed with edges on executors, too
 * @param coarse how the graph may be coarsened
 * @param search what the neighbour search needs
 * @param edgesFor what needs single edges on the driver and what to do without, or empty
 * @param operator the configured placement
 * @param blockRows rows of an operator block, 0 for automatic
 * @param capacity what may be used
 */
public record JobSize(
    long points,
    int neighbors,
    long entries,
    long pairs,
    long idBytes,
    Kept kept,
    long methodBytes,
    long productBytes,
    int embeddingColumns,
    int doubtedClusters,
    boolean doubtAsked,
    String edgesFor,
    Coarse coarse,
    SearchPlan search,
    OperatorPlacement operator,
    int blockRows,
    Capacity capacity) {
  /** Points up to which half of them vote in a round of fine moves, and a quarter beyond. */
  private static final int HALF_VOTES = 1 << 22;

  /** Points beyond which an eighth of them votes. */
  private static final int QUARTER_VOTES = 1 << 26;

  /** A point votes in one of so many rounds: the driver has room for the votes of one. */
  public static int votingParts(long points) {
    return points > QUARTER_VOTES ? 8 : points > HALF_VOTES ? 4 : 2;
  }

  /**
   * What a run holds for the next one, or of the one before.
   *
   * @param lists bytes of neighbour lists with spare entries, wherever they are
   * @param points bytes of what is known of the points, on the driver
   */
  public record Kept(long lists, long points) {
    /** Nothing. */
    public static final Kept NONE = new Kept(0L, 0L);

    /** Fingerprints, as they are and as they are sent, and nodes of a coarse graph. */
    private static final long LATER_BYTES = 28;

    /**
     * The same of both runs, ids and clusters of the earlier one, and while the points are matched
     * their ranks, numbers, places and reach.
     */
    private static final long EARLIER_BYTES = 96;

    /**
     * Of a run that keeps lists.
     *
     * @param width entries of a list
     * @param starts whether it starts from an earlier one
     */
    static Kept of(long points, long width, boolean starts) {
      return new Kept(
          (Integer.BYTES + Double.BYTES) * (width + 1) * points,
          (starts ? EARLIER_BYTES : LATER_BYTES) * points);
    }
  }

  /**
   * How the graph may be coarsened.
   *
   * @param nodes asked for, 0 for none, {@link PlanConfig#AUTO}
   * @param barredBy the setting that forbids it and how to change it; empty when nothing does
   * @param vectors of the points on the executors, 0 for none
   * @param methodBytes what method and refinement hold beyond a graph of so many nodes
   */
  public record Coarse(int nodes, String barredBy, int vectors, LongUnaryOperator methodBytes) {
    /** Every point a node. */
    public static final Coarse NONE = new Coarse(0, "", 0, nodes -> 0L);

    boolean isPossible() {
      return nodes != 0 && barredBy.isEmpty();
    }
  }
}
