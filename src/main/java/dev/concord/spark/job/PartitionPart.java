package dev.concord.spark.job;

import dev.concord.config.ClustersConfig;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import dev.concord.method.Services;
import dev.concord.method.pipeline.Clustering;
import dev.concord.spark.plan.JobInputs;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a capability does with the partition of a job: a step after the method, an evaluation. */
public interface PartitionPart {
  /**
   * The partition after a step; {@code found} where there is nothing to do. It may carry something
   * to be evaluated. Not asked on a coarse graph, nor where some clusters alone are split.
   */
  default Clustering.Outcome after(Run run, Clustering.Outcome found) {
    return found;
  }

  /** What is added to the result, or null. */
  default @Nullable Addition evaluated(Result result) {
    return null;
  }

  /**
   * A run of a method.
   *
   * @param adjacency products with the normalized {@code graph}
   * @param services the surroundings of each further run
   */
  record Run(
      ClustersConfig clusters,
      Clustering clustering,
      Clustering.MethodGraph graph,
      LinearOperator adjacency,
      Clustering.Knowledge known,
      Supplier<Services> services) {}

  /**
   * A result.
   *
   * @param graph as given
   * @param found by the method and the steps after it
   * @param clustered its clusters under their last numbers
   * @param assigned cluster of each point, -1 for points set aside
   * @param truth true class of each point, -1 where unknown; or null
   */
  record Result(
      ClustersConfig clusters,
      JobInputs inputs,
      WeightedGraph graph,
      Clustering.Outcome found,
      NumberedClusters clustered,
      int[] assigned,
      int @Nullable [] truth) {
    /** Cluster of each point, also of those set aside. */
    public int[] labels() {
      return clustered.labels();
    }
  }

  /** An addition to a result, found in its outcome by its type. */
  interface Addition {
    /** The key of metrics.json. */
    String key();

    /** The key of the core behind which it stands: {@code method} or {@code number}. */
    default String after() {
      return "number";
    }

    /** Its value: a record of figures, or a list of such. */
    Object figures();
  }
}
