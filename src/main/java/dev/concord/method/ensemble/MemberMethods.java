package dev.concord.method.ensemble;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.Problem;
import dev.concord.method.cosc.Cosc;
import dev.concord.method.kmeans.PckMeans;
import dev.concord.method.productcut.ProductCut;
import java.util.Map;

/** The methods of the ensemble, and the problems they are given. */
final class MemberMethods {
  static final Method PRODUCT_CUT = new ProductCut();
  static final Method COSC = new Cosc();
  static final PckMeans PCK_MEANS = new PckMeans();

  /** Points up to which cosc searches from as many starts as by itself. */
  static final int ALL_STARTS = 1 << 17;

  private MemberMethods() {}

  /** The problem in another graph, with the options of a member. */
  static Problem with(
      Problem problem,
      SimilarityGraph graph,
      LinearOperator adjacency,
      MethodOptions options,
      Seeds seeds) {
    return new Problem(
        graph,
        problem.components(),
        adjacency,
        problem.constraints(),
        problem.hard(),
        null,
        null,
        problem.clusters(),
        options,
        seeds);
  }

  /** The problem without its pairs. */
  static Problem withoutPairs(Problem problem, MethodOptions options, Seeds seeds) {
    return new Problem(
        problem.edges(),
        problem.components(),
        problem.adjacency(),
        PairConstraints.none(problem.size(), Integer::toString),
        problem.hard(),
        null,
        null,
        problem.clusters(),
        options,
        seeds);
  }

  /** The default options of a method. */
  static MethodOptions plain(Method method) {
    return new MethodOptions(method.info().name(), Map.of());
  }
}
