package dev.concord.method.cosc;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.method.LabelledPairs;
import dev.concord.method.Problem;
import dev.concord.partition.coloring.ColoringResult;
import dev.concord.partition.coloring.FeasibleStart;
import dev.concord.partition.coloring.PartitionProblem;
import org.jspecify.annotations.Nullable;

/**
 * The partition problem behind a clustering problem, and its way from labels of points to labels of
 * nodes that hold all hard constraints.
 */
record HardConstraintProblem(
    PairConstraints pairs,
    SimilarityGraph graph,
    PartitionProblem nodes,
    int clusters,
    Seeds seeds) {
  /**
   * The problem with the constraints as they are, and with known labels among them if given.
   *
   * @param labels known labels that must hold too, or null
   * @throws dev.concord.error.UnsatisfiableException when labels contradict constraints
   */
  static HardConstraintProblem of(Problem problem, @Nullable KnownLabels labels) {
    PairConstraints pairs =
        labels == null || !problem.hard()
            ? problem.constraints()
            : LabelledPairs.join(problem.constraints(), labels);
    PartitionProblem nodes = PartitionProblem.of(problem.edges(), pairs, problem.hard());
    return new HardConstraintProblem(
        pairs, problem.edges(), nodes, problem.clusters(), problem.seeds());
  }

  /**
   * Labels of the nodes near the labels of the points that hold all hard constraints.
   *
   * @throws dev.concord.error.UnsatisfiableException when there are none, naming a proof, or when
   *     none were found, saying so
   */
  int[] feasible(int[] pointLabels) {
    ColoringResult result =
        FeasibleStart.of(nodes, clusters, pointLabels, graph.degrees(), null, seeds);
    return result.colorsOrThrow(clusters, pairs, MustLinkClosure.of(pairs));
  }
}
