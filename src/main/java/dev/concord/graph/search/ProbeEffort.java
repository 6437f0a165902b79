package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.RecallEstimate;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Probes and candidates per row of an IVF search. Chosen on a sample of rows whose true neighbours
 * are computed exactly: the cheapest setting that reaches the recall.
 *
 * @param probes inverted lists a row searches
 * @param candidates points a row measures by its features
 */
@DefaultSerializer(JavaSerializer.class)
public record ProbeEffort(int probes, int candidates) implements Serializable {
  /** Work of one product of two coordinates, as an operation of GEMM costs it. */
  private static final double PRODUCT = 2.0;

  /** Cost of comparing one product with a threshold: about a nanosecond. */
  private static final double LOOK = 64.0;

  /** Work of one feature of a measured candidate. */
  private static final double FEATURE = 40.0;

  /** Work of fetching and ranking a candidate. */
  private static final double FETCH = 20_000.0;

  /**
   * Cost of a row, in operations of GEMM.
   *
   * @param listRows rows of an inverted list on average
   */
  public double cost(int listRows, int reduced, int dim) {
    return (double) probes * listRows * (PRODUCT * reduced + LOOK)
        + candidates * (FEATURE * dim + FETCH);
  }

  /** More of both, after a measured recall was too low. */
  public ProbeEffort raised(int lists) {
    return new ProbeEffort(
        Math.min(lists, probes + Math.max(1, probes / 2)), candidates + candidates / 2);
  }

  /**
   * The cheapest effort whose recall on the sample is at least {@code recall} even at the lower end
   * of its confidence interval.
   *
   * @param lists the sample's points by reduced distance, from many inverted lists
   * @param kth distance of each sample row's k-th true neighbour
   * @param probes numbers of inverted lists to choose from, none above the inverted lists that the
   *     lists come from
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
      int listRows,
      int reduced,
      int dim) {
    ProbeEffort best = null;
    for (int p : probes) {
      for (int m : candidates) {
        ProbeEffort effort = new ProbeEffort(p, m);
        boolean cheaper =
            best == null || effort.cost(listRows, reduced, dim) < best.cost(listRows, reduced, dim);
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
