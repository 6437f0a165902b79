package dev.concord.graph.nndescent;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ivf.ProbeEffort;
import dev.concord.graph.ivf.ProbedLists;
import dev.concord.graph.neighbors.RecallEstimate;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Probes and edges per row of an NN-Descent search. The initial graph comes from an IVF search of
 * few inverted lists; each round then compares rows with their neighbours' neighbours, until the
 * recall is reached.
 *
 * @param probes inverted lists that a row probes for the initial graph
 * @param width edges of a row
 */
@DefaultSerializer(JavaSerializer.class)
public record DescentEffort(int probes, int width) implements Serializable {
  /** Edges of a row for up to {@link #USUAL_ROWS} rows and few neighbours. */
  private static final int USUAL_WIDTH = 24;

  /** Above this number of rows the edges grow as the power {@link #GROWTH} of the rows. */
  private static final double USUAL_ROWS = 1e5;

  private static final double GROWTH = 0.12;

  /** Least number of edges beyond twice the neighbours. */
  private static final int SPARE = 4;

  /** Least recall of the initial graph: two or three rounds then find most neighbours. */
  private static final double START = 0.8;

  /** Share of the permitted misses that the ranking by coordinates may cause. */
  private static final double ALLOWED = 0.3;

  /** Expected number of rounds, counted as full ones: a third round compares few pairs. */
  private static final int USUAL_ROUNDS = 2;

  /** NN-Descent is preferred when the IVF search costs at least so many times more. */
  private static final double ADVANTAGE = 2.0;

  /** Pairs of a round as a share of (2·width)². */
  private static final double FILLED = 0.5;

  /** Cost of a pair and of one of its coordinates, in operations of GEMM. */
  private static final double PAIR = 1200.0;

  private static final double COORDINATE = 32.0;

  /** Edges of each of n rows when k neighbours are wanted. */
  public static int widthFor(int k, int n) {
    double more = StrictMath.pow(Math.max(1.0, n / USUAL_ROWS), GROWTH);
    return (int) Math.round(more * Math.max(USUAL_WIDTH, 2 * k + SPARE));
  }

  /** Cost of a row, in operations of GEMM, with the expected number of rounds. */
  public double cost(int listRows, int reduced, int dim) {
    double start = new ProbeEffort(probes, width).cost(listRows, reduced, dim);
    return start + USUAL_ROUNDS * roundCost(width, reduced);
  }

  /**
   * Whether NN-Descent is preferred to an IVF search. It must cost clearly less, because its recall
   * is measured only after the rounds.
   */
  public boolean isPreferredTo(ProbeEffort lists, int listRows, int reduced, int dim) {
    return ADVANTAGE * cost(listRows, reduced, dim) < lists.cost(listRows, reduced, dim);
  }

  /** Cost of a round per row. */
  static double roundCost(int width, int reduced) {
    return FILLED * 4.0 * width * width * (PAIR + COORDINATE * reduced);
  }

  /** The increased number of edges when {@code width} does not reach the recall. */
  public static int more(int width) {
    return width + width / 3;
  }

  /** More probes and edges, after the recall was not reached. */
  public DescentEffort raised(int lists) {
    return new DescentEffort(Math.min(lists, 2 * probes), more(width));
  }

  /**
   * The fewest probes for an initial graph, and enough edges to include the neighbours that
   * coordinates rank lower.
   *
   * @param lists a sample's points by reduced distance, from the largest number of inverted lists
   * @param kth distance of each sample row's k-th true neighbour
   * @param n all rows
   * @param probes numbers of inverted lists to choose from, ascending
   * @param candidates numbers of candidates to choose from, ascending
   * @return null when no number of probes reaches the recall of an initial graph
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
