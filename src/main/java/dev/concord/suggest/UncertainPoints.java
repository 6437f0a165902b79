package dev.concord.suggest;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Queries about single points, those of least confidence first: uncertainty sampling (Lewis and
 * Gale, SIGIR 1994). A point is compared with a point that stands for the other cluster to which
 * its neighbours tie it most; whichever the answer, it says more than a comparison with its own
 * cluster does, which most neighbours have it in already.
 */
final class UncertainPoints {
  /** From this confidence on a point is not asked about. */
  private static final double SURE = 0.5;

  private final SimilarityGraph graph;
  private final KnownPairs known;
  private final int[] labels;
  private final double[] confidence;

  /** The point that stands for each cluster; negative where it has none. */
  private final int[] standsFor;

  private UncertainPoints(
      SimilarityGraph graph, PresentClusters present, double[] confidence, KnownPairs known) {
    this.graph = graph;
    this.known = known;
    this.labels = present.labels();
    this.confidence = confidence;
    this.standsFor = standsFor(present.count());
  }

  /**
   * At most {@code budget} queries; none where confidences are not known. No two of them are about
   * points that are neighbours, because one answer may move both, or about points of one must-link
   * component. Time O(edges + n log n).
   *
   * @param known pairs given, implied or asked about already
   */
  static List<PairQuery> of(
      SimilarityGraph graph, PresentClusters present, KnownPairs known, int budget) {
    double[] confidence = present.confidence();
    return confidence == null
        ? List.of()
        : new UncertainPoints(graph, present, confidence, known).choose(budget);
  }

  /**
   * Of a cluster's points those of the largest must-link component, and of these the one of most
   * confidence, the first among equals.
   */
  private int[] standsFor(int clusters) {
    MustLinkClosure closure = known.closure();
    int[] best = new int[clusters];
    int[] most = new int[clusters];
    Arrays.fill(best, -1);
    for (int i = 0; i < labels.length; i++) {
      int c = labels[i];
      int size = closure.sizes()[closure.componentOf()[i]];
      boolean surer = size == most[c] && confidence[i] > confidence[best[c]];
      if (size > most[c] || surer) {
        best[c] = i;
        most[c] = size;
      }
    }
    return best;
  }

  private List<PairQuery> choose(int budget) {
    int[] order =
        IntStream.range(0, labels.length)
            .filter(i -> confidence[i] < SURE)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> confidence[i]))
            .mapToInt(i -> i)
            .toArray();
    double volume = Arrays.stream(graph.degrees()).sum();
    CsrMatrix weights = graph.weights();
    MustLinkClosure closure = known.closure();
    boolean[] asked = new boolean[closure.count()];
    boolean[] blocked = new boolean[labels.length];
    double[] tie = new double[standsFor.length];
    List<PairQuery> queries = new ArrayList<>();
    for (int i : order) {
      if (queries.size() == budget) {
        break;
      }
      int component = closure.componentOf()[i];
      boolean open = !blocked[i] && !asked[component] && !isPlaced(i);
      int other = open ? likeliestOther(i, tie) : -1;
      if (other >= 0) {
        asked[component] = true;
        double value = volume > 0.0 ? (1.0 - confidence[i]) * graph.degrees()[i] / volume : 0.0;
        queries.add(new PairQuery(i, standsFor[other], PairQuery.Reason.UNCERTAIN, value, -1));
        for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
          blocked[weights.col()[p]] = true;
        }
      }
    }
    return queries;
  }

  /** Whether answers tie a point to the one that stands for its cluster. */
  private boolean isPlaced(int point) {
    int[] componentOf = known.closure().componentOf();
    return componentOf[point] == componentOf[standsFor[labels[point]]];
  }

  /**
   * The other cluster with most of a point's edge weight, of those that no answer or question
   * compares it with yet, the first among equals; negative where there is none.
   *
   * @param tie receives the weight into each cluster
   */
  private int likeliestOther(int point, double[] tie) {
    Arrays.fill(tie, 0.0);
    CsrMatrix weights = graph.weights();
    for (int p = weights.rowPtr()[point]; p < weights.rowPtr()[point + 1]; p++) {
      tie[labels[weights.col()[p]]] += weights.val()[p];
    }
    int best = -1;
    for (int c = 0; c < tie.length; c++) {
      boolean open = c != labels[point] && tie[c] > 0.0 && !known.holds(point, standsFor[c]);
      best = open && (best < 0 || tie[c] > tie[best]) ? c : best;
    }
    return best;
  }
}
