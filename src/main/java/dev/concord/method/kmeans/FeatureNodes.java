package dev.concord.method.kmeans;

import dev.concord.linalg.CsrMatrix;
import dev.concord.method.Problem;
import dev.concord.partition.contract.PartitionProblem;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The nodes of a problem without its graph: must-link components or points, and their pairs. */
final class FeatureNodes {
  private FeatureNodes() {}

  /**
   * The nodes; each weighs as many as it has points.
   *
   * @param hard whether constraints of weight 1 bind
   */
  static PartitionProblem of(Problem problem, boolean hard) {
    int n = problem.size();
    double[] ones = new double[n];
    Arrays.fill(ones, 1.0);
    CsrMatrix none = new CsrMatrix(n, new int[n + 1], new int[0], new double[0]);
    return PartitionProblem.of(none, ones, problem.constraints(), hard);
  }

  /** The generator of a start. */
  static SplittableRandom random(Problem problem, String stream, int start) {
    return new SplittableRandom(problem.seeds().stream(stream, start));
  }
}
