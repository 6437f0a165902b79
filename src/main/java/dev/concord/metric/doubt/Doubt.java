package dev.concord.metric.doubt;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.WeightedGraph;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * How sure the cluster of each point is; arrays of length n.
 *
 * <p>The votes of the partitions that the method found ({@link Alternative}), averaged over a
 * random walk with restart from the point, are the evidence for a cluster: where partitions that
 * explain the pairs as well disagree, a cluster may be wrong as a whole. {@link ConfidenceMap}
 * makes a chance of them by how far independent searches agree. A method that makes one search has
 * the graph alone: the chance that two steps of the random walk from the point end in the cluster.
 *
 * <p>The outlier score compares a point's distance to its last neighbour with that of its
 * neighbours: 1 - (their mean, weighted by the edges) / (its own), at least 0, as the outlier score
 * of a hierarchy compares densities (Campello et al., TKDD 2015, equation 8, with the neighbours in
 * place of the densest point of the cluster). A graph that was given has no distances; there the
 * degrees count, turned round: 1 - (degree) / (mean degree of the neighbours). A point without an
 * edge has score 1.
 *
 * @param confidence the chance that the point's cluster is right, in [0, 1]
 * @param second the runner-up cluster; -1 where no other one has any evidence
 * @param outlier score in [0, 1]; about 0 inside clusters
 * @param alternatives how many partitions of the method voted
 * @param heldOut how many pairs that searches did not have calibrate the confidence; 0 for the
 *     fixed map
 */
@DefaultSerializer(JavaSerializer.class)
public record Doubt(
    double[] confidence, int[] second, double[] outlier, int alternatives, int heldOut)
    implements Serializable {

  /** Clusters up to which the doubt is computed: it takes n k logarithms. */
  public static final int MOST_CLUSTERS = 1 << 10;

  /** Points up to which pairs that searches did not have calibrate the doubt. */
  public static final int MOST_CALIBRATED = 1 << 12;

  /** Points times clusters up to which pairs may calibrate: their chances are all held. */
  public static final long MOST_CHANCES = 1L << 20;

  /** Partitions of a method that vote, at most; each has labels, and their matched clusters. */
  private static final int PARTITIONS = 13;

  /**
   * The doubt about a partition. Time O(k (edges + n)), eight products with k vectors; memory about
   * 400 bytes a point. Needs the graph in products only, so its edges may be on executors. The same
   * bits for any number of cores.
   *
   * @param labels length n, in 0..k-1
   * @param alternatives other partitions, may be empty
   */
  public static Doubt of(WeightedGraph graph, int[] labels, int k, List<Alternative> alternatives) {
    if (labels.length != graph.size()) {
      throw new IllegalArgumentException(
          labels.length + " labels for a graph of " + graph.size() + " points");
    }
    Votes votes = Votes.of(labels, k, alternatives);
    boolean several = k > 1 && votes.agreement() >= 0.0;
    ConfidenceMap map =
        several ? ConfidenceMap.byAgreement(k, votes.agreement()) : ConfidenceMap.GRAPH_ALONE;
    ClusterEvidence evidence = new ClusterEvidence(graph, labels, k, map);
    evidence.collect(votes);
    return new Doubt(
        evidence.confidence(),
        evidence.second(),
        outlierScores(graph),
        several ? alternatives.size() : 0,
        0);
  }

  /**
   * The same, calibrated by pairs that some searches did not have ({@link HeldOutDoubt}). Costs
   * what {@link #of} does for each search, and 8 k bytes a point and search.
   *
   * @param heldOut partitions found without some of the pairs; the fixed map counts where it is
   *     empty
   */
  public static Doubt of(
      WeightedGraph graph,
      int[] labels,
      int k,
      List<Alternative> alternatives,
      List<HeldOut> heldOut) {
    Doubt fixed = of(graph, labels, k, alternatives);
    if (heldOut.isEmpty() || k == 1) {
      return fixed;
    }
    HeldOutDoubt by = HeldOutDoubt.of(graph, labels, k, Votes.of(labels, k, alternatives), heldOut);
    int pairs = heldOut.stream().mapToInt(one -> one.first().length).sum();
    return new Doubt(by.confidence(), by.second(), fixed.outlier(), fixed.alternatives(), pairs);
  }

  /**
   * Memory that the doubt about n points takes at most: four blocks of 8 clusters, five numbers a
   * point, the labels of up to {@value #PARTITIONS} partitions, and the chances of searches without
   * pairs.
   */
  public static long bytes(long n, int k) {
    long blocks = 4L * Double.BYTES * Math.min(EvidenceBlocks.BLOCK, k);
    long chances = n > MOST_CALIBRATED ? 0L : 6L * Double.BYTES * Math.min(MOST_CHANCES, n * k);
    return n * (blocks + 5L * Double.BYTES + 2L * PARTITIONS * Integer.BYTES) + chances;
  }

  /** The same for clusters of other numbers. */
  public Doubt renumbered(int[] numberOf) {
    int[] renamed = new int[second.length];
    for (int i = 0; i < renamed.length; i++) {
      renamed[i] = second[i] < 0 ? -1 : numberOf[second[i]];
    }
    return new Doubt(confidence, renamed, outlier, alternatives, heldOut);
  }

  /**
   * For a table with points set aside: their runner-up is the cluster that they were taken from,
   * and their confidence the chance of that one.
   *
   * @param labels the clusters before
   */
  public Doubt settingAside(boolean[] aside, int[] labels) {
    int[] from = second.clone();
    for (int i = 0; i < from.length; i++) {
      from[i] = aside[i] ? labels[i] : from[i];
    }
    return new Doubt(confidence, from, outlier, alternatives, heldOut);
  }

  /**
   * How far each point lies from others, compared with its neighbours, length n. One product with
   * the graph.
   */
  private static double[] outlierScores(WeightedGraph graph) {
    int n = graph.size();
    double[] degrees = graph.degrees();
    double[] scales = graph.scales();
    boolean distances = scales.length == n && Arrays.stream(scales).anyMatch(s -> s > 0.0);
    double[] spread = distances ? scales : degrees;
    double[] around = new double[n];
    graph.products().apply(spread, around);
    double[] score = new double[n];
    for (int i = 0; i < n; i++) {
      double mean = degrees[i] > 0.0 ? around[i] / degrees[i] : 0.0;
      double ratio = distances ? ratio(mean, spread[i]) : ratio(spread[i], mean);
      score[i] = degrees[i] > 0.0 ? Math.max(0.0, 1.0 - ratio) : 1.0;
    }
    return score;
  }

  /** 1 where both are 0: copies among copies. */
  private static double ratio(double part, double whole) {
    return whole > 0.0 ? part / whole : 1.0;
  }
}
