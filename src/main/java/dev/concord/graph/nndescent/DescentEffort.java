package dev.concord.graph.nndescent;

import dev.concord.graph.ivf.ProbeEffort;
import dev.concord.graph.ivf.ProbedLists;
import dev.concord.graph.neighbors.RecallEstimate;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How much a search by links looks at: it starts from few cells, and then looks at the neighbours
 * of neighbours, round by round, until the recall is reached.
 *
 * @param probes cells a row searches at first
 * @param width links that a row keeps
 */
public record DescentEffort(int probes, int width) implements Serializable {
  /** Links of a row, for few neighbours of not so many rows. */
  private static final int USUAL_WIDTH = 24;

  /** Up to so many rows these suffice; beyond, links grow as this power of the rows. */
  private static final double USUAL_ROWS = 1e5;

  private static final double GROWTH = 0.12;

  /** Links beyond twice the neighbours wanted, at least. */
  private static final int SPARE = 4;

  /** The share of neighbours that the start must find: two or three rounds then find most. */
  private static final double START = 0.8;

  /** Of the neighbours that may be missed, the part that coordinates may rank too low. */
  private static final double ALLOWED = 0.3;

  /** Rounds that a search is expected to take, as full ones: a third has little left to do. */
  private static final int USUAL_ROUNDS = 2;

  /** How many times dearer cells alone must be. */
  private static final double ADVANTAGE = 2.0;

  /** Of the pairs that circles of twice the width allow, the part that there is. */
  private static final double FILLED = 0.5;

  /** Work of measuring a pair, and of one of its coordinates, as operations of GEMM cost them. */
  private static final double PAIR = 1200.0;

  private static final double COORDINATE = 32.0;

  /** Links of each of n rows when k neighbours are wanted. */
  public static int widthFor(int k, int n) {
    double more = StrictMath.pow(Math.max(1.0, n / USUAL_ROWS), GROWTH);
    return (int) Math.round(more * Math.max(USUAL_WIDTH, 2 * k + SPARE));
  }

  /** What a row costs, in operations of GEMM, with the usual number of rounds. */
  public double cost(int cellRows, int reduced, int dim) {
    double start = new ProbeEffort(probes, width).cost(cellRows, reduced, dim);
    return start + USUAL_ROUNDS * roundCost(width, reduced);
  }

  /**
   * Whether links are preferred to searching cells alone: where they cost clearly less, as their
   * recall is only known in the end.
   */
  public boolean isPreferredTo(ProbeEffort cells, int cellRows, int reduced, int dim) {
    return ADVANTAGE * cost(cellRows, reduced, dim) < cells.cost(cellRows, reduced, dim);
  }

  /** What a round costs a row. */
  static double roundCost(int width, int reduced) {
    return FILLED * 4.0 * width * width * (PAIR + COORDINATE * reduced);
  }

  /** The number of links to go on with when so many do not lead to the recall. */
  public static int more(int width) {
    return width + width / 3;
  }

  /** More of both, after a recall was not reached. */
  public DescentEffort raised(int cells) {
    return new DescentEffort(Math.min(cells, 2 * probes), more(width));
  }

  /**
   * The fewest cells to start from, and links enough that the neighbours, which coordinates alone
   * may rank lower, are among them.
   *
   * @param lists a sample's points by reduced distance, from the largest number of cells
   * @param kth distance of each sample row's k-th true neighbour
   * @param n all rows
   * @param probes numbers of cells to choose from, ascending
   * @param candidates numbers of points to measure, ascending, of which a search of cells chooses
   * @return null when all of them find too little to start from
   */
  public static @Nullable DescentEffort start(
      ProbedLists lists,
      double[] kth,
      int k,
      int n,
      int[] probes,
      int[] candidates,
      double recall) {
    int last = probes[probes.length - 1];
    double found = share(lists, kth, k, last, candidates[candidates.length - 1]);
    int width = widthFor(k, n);
    for (int m : candidates) {
      width = Math.max(widthFor(k, n), m);
      if (share(lists, kth, k, last, m) >= found * (1.0 - ALLOWED * (1.0 - recall))) {
        break;
      }
    }
    for (int p : probes) {
      if (share(lists, kth, k, p, width) >= START) {
        return new DescentEffort(p, width);
      }
    }
    return null;
  }

  private static double share(ProbedLists lists, double[] kth, int k, int probes, int candidates) {
    return RecallEstimate.of(new ProbeEffort(probes, candidates).hits(lists, kth, k), k).recall();
  }
}
