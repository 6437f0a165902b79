package dev.concord.spark.job;

import dev.concord.config.ConcordConfig;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.eigen.EigenOptions;
import dev.concord.method.ResultStore.Search;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.inputs.JobInputs;
import dev.concord.spark.stages.StageKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the stages of a job. Those of ids and graph are of the features' fingerprint and
 * settings; those of everything later of the content of the graph, of the constraints, labels and
 * second graph as they were read, and of the settings of the method. So a stage is found again even
 * when one before it was not kept and had to be computed again, and a table of pairs written anew
 * with the same pairs changes nothing.
 */
final class StageKeys {
  private final ConcordConfig config;
  private final RunIdentity identity;
  private @Nullable WeightedGraph hashed;
  private String hash = "";

  StageKeys(ConcordConfig config, RunIdentity identity) {
    this.config = config;
    this.identity = identity;
  }

  StageKey graph() {
    // The seed: an approximate search draws from it.
    return identity
        .features()
        .with(
            identity
                .only(
                    "graph.",
                    "clusters.seed",
                    "output.base",
                    "clusters.base",
                    "fingerprint of clusters.previous")
                .parts());
  }

  StageKey eigenvectors(WeightedGraph graph, EigenOptions options) {
    return identity
        .only("version")
        .with(Map.of("graph", hash(graph), "options", options.toString()));
  }

  StageKey choice(JobInputs inputs) {
    return identity
        .only(
            "graph.",
            "clusters.",
            "method.",
            "fingerprint of input.features",
            "fingerprint of input.edges")
        .with("constraints", StageCodec.hash(inputs.constraints()))
        .with("labels known", StageCodec.hash(inputs.labels()));
  }

  StageKey number(JobInputs inputs, WeightedGraph graph) {
    return identity
        .only(
            "clusters.count",
            "clusters.constraints",
            "clusters.seed",
            "clusters.sizes",
            "clusters.weight",
            "fingerprint of input.features")
        .with("graph", hash(graph))
        .with("constraints", StageCodec.hash(inputs.constraints()))
        .with("labels known", StageCodec.hash(inputs.labels()));
  }

  StageKey method(JobInputs inputs, WeightedGraph seen) {
    return withoutPairs(inputs, seen).with("constraints", StageCodec.hash(inputs.constraints()));
  }

  StageKey refinement(JobInputs inputs, WeightedGraph seen, int[] labels) {
    return method(inputs, seen)
        .with(identity.only("clusters.refine", "method.cosc.").parts())
        .with("labels", StageCodec.hash(labels));
  }

  /** Of the refined clusters that are found without pairs. */
  StageKey unconstrained(JobInputs inputs, WeightedGraph seen) {
    return withoutPairs(inputs, seen)
        .with(identity.only("clusters.refine", "method.cosc.").parts());
  }

  /** Of what one search of the method finds without pairs. */
  StageKey search(JobInputs inputs, WeightedGraph seen, Search search) {
    return withoutPairs(inputs, seen).with("search", search.toString());
  }

  private StageKey withoutPairs(JobInputs inputs, WeightedGraph seen) {
    String method = config.clusters().method();
    return identity
        .only(
            "clusters.count",
            "clusters.method",
            "clusters.constraints",
            "clusters.eigenvectors",
            "clusters.restarts",
            "clusters.seed",
            "method." + method + ".",
            "graph.scale-features",
            "fingerprint of input.features",
            "clusters.base",
            "fingerprint of clusters.previous")
        .with("graph", hash(seen))
        .with("labels known", StageCodec.hash(inputs.labels()))
        .with("second graph", StageCodec.hash(inputs.side()));
  }

  private String hash(WeightedGraph graph) {
    if (graph != hashed) {
      hash =
          graph instanceof BlockGraph blocks
              ? blocks.contentHash()
              : StageCodec.hash(((SimilarityGraph) graph).weights());
      hashed = graph;
    }
    return hash;
  }
}
