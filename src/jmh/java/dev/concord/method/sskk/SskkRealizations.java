package dev.concord.method.sskk;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.method.affinity.ConstrainedAffinity;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Semi-supervised kernel k-means as its paper has it for the normalized cut (Kulis et al. 2005):
 * weighted kernel k-means, node weights d, with the kernel sigma·D^-1 + D^-1 (W + P) D^-1, P the
 * penalty on must-links and its negative on cannot-links, from partitions drawn by chance. Batch
 * steps alone, at most 100 and none after a cycle of two: without a shift sigma they may cycle.
 */
public final class SskkRealizations {
  private static final int MAX_STEPS = 100;

  private final CsrMatrix s;
  private final double[] d;
  private final int clusters;

  /**
   * A problem.
   *
   * @param penalty of a violated pair; the paper's is n/(k·pairs)
   */
  public SskkRealizations(
      SimilarityGraph graph, PairConstraints pairs, double penalty, int clusters) {
    this.s = ConstrainedAffinity.penalized(graph, pairs, penalty);
    this.clusters = clusters;
    this.d = graph.degrees().clone();
    for (int i = 0; i < d.length; i++) {
      d[i] = d[i] > 0.0 ? d[i] : Double.MIN_NORMAL;
    }
  }

  /** One partition; {@code labels} is filled. Returns the objective, to be made small. */
  public double realize(double sigma, SplittableRandom random, int[] labels) {
    for (int i = 0; i < labels.length; i++) {
      labels[i] = random.nextInt(clusters);
    }
    KernelKMeans search = new KernelKMeans(s, d, clusters, labels);
    int[] before = new int[0];
    int[] last = labels.clone();
    int step = 0;
    while (step < MAX_STEPS && search.batch(sigma) > 0 && !Arrays.equals(labels, before)) {
      before = last;
      last = labels.clone();
      step++;
    }
    return clusters - search.objective();
  }
}
