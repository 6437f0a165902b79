package dev.concord.spark;

import dev.concord.config.ConcordConfig;
import dev.concord.method.Catalogue;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.spark.input.EdgeTable;
import dev.concord.spark.input.FeatureTable;
import dev.concord.spark.input.PanelLayout;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Makes the plan from what is known: the shape of the features first, all inputs later. */
final class PlanMaker {
  private final SparkSession spark;
  private final ConcordConfig config;
  private final Method method;
  private final MethodOptions options;

  PlanMaker(SparkSession spark, ConcordConfig config, Method method, MethodOptions options) {
    this.spark = spark;
    this.config = config;
    this.method = method;
    this.options = options;
  }

  /** The plan for n points of {@code dim} features, before they are laid out. */
  Plan forFeatures(int n, int dim) {
    int k = config.graph().neighbors();
    int panels = PanelLayout.of(n, dim, config.plan().panelRows()).panels();
    return plan(n, dim, k, 2L * n * k, 0, 8L * n, panels);
  }

  /** The plan with everything read. */
  Plan forInputs(JobInputs inputs) {
    return forInputs(inputs.points(), inputs.constraints().size());
  }

  /** The plan for these points and so many constraints. */
  Plan forInputs(InputReading.Points points, long pairs) {
    int n = points.ids().size();
    long ids = points.ids().bytes();
    FeatureTable features = points.features();
    if (features != null) {
      int k = config.graph().neighbors();
      int panels = PanelLayout.of(n, features.dim(), features.panelRows()).panels();
      return plan(n, features.dim(), k, 2L * n * k, pairs, ids, panels);
    }
    EdgeTable edges = java.util.Objects.requireNonNull(points.edges());
    return plan(n, 0, 0, 2L * edges.weight().length, pairs, ids, 0);
  }

  private Plan plan(
      int n, int dim, int neighbors, long entries, long pairs, long idBytes, int panels) {
    int clusters = config.clusters().count();
    method.checkSize(n, clusters, options);
    int columns = Math.max(clusters, config.clusters().eigenvectors());
    boolean local = spark.sparkContext().isLocal();
    return Plan.of(
        new Plan.Size(
            n,
            dim,
            neighbors,
            entries,
            pairs,
            idBytes,
            methodBytes(n, entries),
            columns,
            panels,
            config.plan().operator(),
            config.plan().blockRows(),
            local,
            spark.sparkContext().defaultParallelism(),
            Runtime.getRuntime().maxMemory()));
  }

  /**
   * What the method holds, or the refinement after it, whichever is more: one follows the other.
   */
  private long methodBytes(int n, long entries) {
    long bytes = held(method, n, entries, options);
    if (!config.clusters().refine().equals("cosc")) {
      return bytes;
    }
    Map<String, Object> own = config.method().getOrDefault("cosc", Map.of());
    MethodOptions refining = new MethodOptions("cosc", own);
    return Math.max(bytes, held(Catalogue.named("cosc"), n, entries, refining));
  }

  private long held(Method one, int n, long entries, MethodOptions with) {
    return one.driverBytes(n, config.clusters().count(), with)
        + 12L * entries * one.extraMatrices();
  }
}
