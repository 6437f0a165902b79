package dev.concord.study;

import dev.concord.constraint.PairConstraints;
import dev.concord.method.Embedding;
import dev.concord.method.sskk.SskkRealizations;
import dev.concord.study.KMeansRealizations.Partition;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A method of the study of CCSKL, each with the random starts that its paper averages over. */
enum Arm {
  /** Normalized cuts with the discretization of Yu and Shi: no pairs. */
  NCUT("ncut"),
  /** Algorithm 1 of Li and Liu: m = 20. */
  CCSKL("ccskl"),
  /** The same, its rows scaled to length 1. */
  CCSKL_ROWS("ccskl-rows"),
  /** The same, lengths of points in a pair alone in the objective. */
  CCSKL_CONSTRAINED("ccskl-constrained"),
  /** The same with m = 10. */
  CCSKL_10("ccskl-10"),
  /** The same with m = 5. */
  CCSKL_5("ccskl-5"),
  /** Spectral learning as published, with the additive normalization. */
  SL("spectral-learning"),
  /** The same with the divisive normalization. */
  SL_DIVISIVE("spectral-learning-divisive"),
  /** Semi-supervised kernel k-means in its normalized-cut form, without a shift. */
  SSKK("sskk"),
  /** The same with a shift of 1, by which batch steps converge more often. */
  SSKK_SHIFTED("sskk-shifted"),
  /** Spectral regularization, m = 15. */
  CCSR("ccsr");

  /** The methods of the paper's figure, in its order; the others vary one thing. */
  static final List<Arm> PAPER = List.of(CCSKL, CCSR, SL, SSKK, NCUT);

  /** Points up to which LAPACK on the whole matrix is quicker than Lanczos. */
  private static final int SMALL = 250;

  private final String title;

  Arm(String title) {
    this.title = title;
  }

  /** The name in tables. */
  String title() {
    return title;
  }

  /** Whether it is run in all draws, not in the first few alone. */
  boolean inEveryDraw() {
    return PAPER.contains(this);
  }

  static Arm titled(String title) {
    for (Arm arm : values()) {
      if (arm.title.equals(title)) {
        return arm;
      }
    }
    throw new IllegalArgumentException("no method " + title);
  }

  /** So many partitions by these pairs. */
  Partition[] run(
      StudyGraph graph, PairConstraints pairs, int k, int starts, SplittableRandom random) {
    return switch (this) {
      case NCUT -> graph.discretization(k).realizations(starts, random);
      case SSKK, SSKK_SHIFTED -> kernel(graph, pairs, k, starts, random);
      default -> kmeans(rows(graph, pairs, k), k, starts, random);
    };
  }

  private Embedding rows(StudyGraph graph, PairConstraints pairs, int k) {
    return switch (this) {
      case CCSKL -> graph.embedding("ccskl", Map.of(), pairs, k);
      case CCSKL_ROWS -> graph.embedding("ccskl", Map.of(), pairs, k).normalizedRows();
      case CCSKL_CONSTRAINED ->
          graph.embedding("ccskl", Map.of("diagonal", "constrained"), pairs, k);
      case CCSKL_10 -> graph.embedding("ccskl", Map.of("eigenvectors", 10), pairs, k);
      case CCSKL_5 -> graph.embedding("ccskl", Map.of("eigenvectors", 5), pairs, k);
      case SL -> graph.embedding("kkm", changedMatrix(graph), pairs, k);
      case SL_DIVISIVE -> graph.embedding("spectral-learning", changedMatrix(graph), pairs, k);
      case CCSR -> graph.embedding("ccsr", Map.of(), pairs, k);
      default -> throw new IllegalStateException(title + " has no rows");
    };
  }

  /** Every draw has another matrix: the quicker solver for its order, as exact as k-means needs. */
  private static Map<String, Object> changedMatrix(StudyGraph graph) {
    return graph.graph().size() <= SMALL
        ? Map.of("solver", "dense")
        : Map.of("tolerance", 1e-4, "max-iterations", 50);
  }

  private static Partition[] kmeans(Embedding rows, int k, int starts, SplittableRandom random) {
    return KMeansRealizations.of(rows.rowMajor(), rows.columns(), k, starts, random);
  }

  private Partition[] kernel(
      StudyGraph graph, PairConstraints pairs, int k, int starts, SplittableRandom random) {
    int n = graph.graph().size();
    double penalty = n / ((double) k * pairs.size());
    SskkRealizations problem = new SskkRealizations(graph.graph(), pairs, penalty, k);
    double sigma = this == SSKK ? 0.0 : 1.0;
    Partition[] found = new Partition[starts];
    for (int s = 0; s < starts; s++) {
      int[] labels = new int[n];
      double cost = problem.realize(sigma, random, labels);
      found[s] = new Partition(labels, cost);
    }
    return found;
  }
}
