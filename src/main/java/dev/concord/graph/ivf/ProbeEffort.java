package dev.concord.graph.ivf;

import dev.concord.graph.neighbors.RecallEstimate;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How much a row of the approximate search looks at: chosen on a sample of rows whose true
 * neighbours are known, as the cheapest that finds enough of them.
 *
 * @param probes cells a row searches
 * @param candidates points a row measures by its features
 */
public record ProbeEffort(int probes, int candidates) implements Serializable {
  /** Work of one product of two coordinates, as an operation of GEMM costs it. */
  private static final double PRODUCT = 2.0;

  /** Work of looking at one product: about a nanosecond. */
  private static final double LOOK = 64.0;

  /** Work of one feature of a measured candidate. */
  private static final double FEATURE = 40.0;

  /** Work of fetching and ranking a candidate. */
  private static final double FETCH = 20_000.0;

  /**
   * What a row costs, in operations of GEMM.
   *
   * @param cellRows rows of a cell on average
   */
  public double cost(int cellRows, int reduced, int dim) {
    return (double) probes * cellRows * (PRODUCT * reduced + LOOK)
        + candidates * (FEATURE * dim + FETCH);
  }

  /** More of both, after a measured recall was too low. */
  public ProbeEffort raised(int cells) {
    return new ProbeEffort(
        Math.min(cells, probes + Math.max(1, probes / 2)), candidates + candidates / 2);
  }

  /**
   * The cheapest effort whose recall on the sample is at least {@code recall} even at the lower end
   * of its confidence interval.
   *
   * @param lists the sample's points by reduced distance, from many cells
   * @param kth distance of each sample row's k-th true neighbour
   * @param probes numbers of cells to choose from, none above the cells that the lists come from
   * @param candidates numbers of candidates to choose from
   * @return null when none suffices
   */
  public static @Nullable ProbeEffort cheapest(
      ProbedLists lists,
      double[] kth,
      int k,
      double recall,
      int[] probes,
      int[] candidates,
      int cellRows,
      int reduced,
      int dim) {
    ProbeEffort best = null;
    for (int p : probes) {
      for (int m : candidates) {
        ProbeEffort effort = new ProbeEffort(p, m);
        boolean cheaper =
            best == null || effort.cost(cellRows, reduced, dim) < best.cost(cellRows, reduced, dim);
        if (cheaper && RecallEstimate.of(effort.hits(lists, kth, k), k).low() >= recall) {
          best = effort;
        }
      }
    }
    return best;
  }

  /**
   * For each row how many of its k true neighbours this effort finds. Of points at equal distance
   * any is right.
   */
  public int[] hits(ProbedLists lists, double[] kth, int k) {
    int[] hits = new int[lists.rows()];
    for (int r = 0; r < hits.length; r++) {
      int met = 0;
      for (int c = 0; c < lists.count(r) && met < candidates; c++) {
        if (lists.rank(r, c) < probes) {
          met++;
          if (lists.distance(r, c) <= kth[r] && hits[r] < k) {
            hits[r]++;
          }
        }
      }
    }
    return hits;
  }
}
