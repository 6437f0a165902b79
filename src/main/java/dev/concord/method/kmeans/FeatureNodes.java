package dev.concord.method.kmeans;

import dev.concord.error.MemoryException;
import dev.concord.linalg.CsrMatrix;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;
import java.util.Locale;
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

  /**
   * The feature rows, on the driver.
   *
   * @throws MemoryException when they would fill more than half of the heap
   */
  static double[] rows(Services services, String method) {
    long bytes = Double.BYTES * services.featureValues();
    long heap = Runtime.getRuntime().maxMemory();
    if (bytes > heap / 2) {
      throw new MemoryException(
          String.format(
              Locale.ROOT,
              "method %s needs all features on the driver, %,d MB, more than half of its heap of %,d"
                  + " MB. Raise CONCORD_MEMORY (or spark.driver.memory), or choose another"
                  + " clusters.method.",
              method,
              bytes >> 20,
              heap >> 20));
    }
    return services.features();
  }

  /** The generator of a start. */
  static SplittableRandom random(Problem problem, String stream, int start) {
    return new SplittableRandom(problem.seeds().stream(stream, start));
  }
}
