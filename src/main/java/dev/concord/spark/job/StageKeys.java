package dev.concord.spark.job;

import dev.concord.capability.Capabilities;
import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigBlock;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.method.ResultStore.Search;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.plan.JobInputs;
import dev.concord.spark.store.StageKey;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the stages of a job. Those of ids and graph are of the features' fingerprint and
 * settings; those of everything later of the content of the graph, of the constraints, labels and
 * second graph as they were read, and of the settings of the method. So a stage is found again even
 * when one before it was not kept and had to be computed again, and a table of pairs written anew
 * with the same pairs changes nothing. A key holds every setting but those listed here, so a new
 * setting is part of it.
 */
final class StageKeys {
  private static final String COSC = "cosc";

  /** Settings and inputs that are read after the partition is found. */
  private static final String[] AFTERWARDS =
      Stream.concat(
              Stream.of(
                  "output.",
                  "suggest.",
                  "report.",
                  "fingerprint of report.",
                  "input.truth",
                  "fingerprint of input.truth",
                  "clusters.outliers"),
              Capabilities.of(ConfigBlock.class).stream()
                  .filter(ConfigBlock::isReadAfterwards)
                  .map(ConfigBlock::name))
          .toArray(String[]::new);

  /** Inputs whose content is part of a key instead of the state of their files. */
  private static final String[] HASHED = {
    "input.constraints",
    "fingerprint of input.constraints",
    "input.exclusive",
    "fingerprint of input.exclusive",
    "input.labels",
    "fingerprint of input.labels",
    "input.side-edges",
    "fingerprint of input.side-edges",
  };

  private static final String[] SIZES = {"clusters.sizes", "clusters.weight"};

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
                    "clusters.weigh",
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

  StageKey number(JobInputs inputs, WeightedGraph graph) {
    return identity
        .without(AFTERWARDS)
        .without(HASHED)
        .with("constraints", StageCodec.hash(inputs.constraints()))
        .with("labels known", StageCodec.hash(inputs.labels()))
        .with("graph", hash(graph));
  }

  StageKey method(JobInputs inputs, WeightedGraph seen) {
    return withoutPairs(inputs, seen).with("constraints", StageCodec.hash(inputs.constraints()));
  }

  StageKey refinement(JobInputs inputs, WeightedGraph seen, int[] labels) {
    return method(inputs, seen)
        .with(identity.only("clusters.refine", "method.cosc.").parts())
        .with("labels", StageCodec.hash(labels));
  }

  /**
   * Of a level of a coarsened graph after its moves.
   *
   * @param nodes inputs of the coarse graph
   * @param points those of the job
   * @param start labels of the level before the moves
   */
  StageKey level(JobInputs nodes, WeightedGraph seen, JobInputs points, int[] start) {
    return method(nodes, seen)
        .with(identity.only(SIZES).parts())
        .with("constraints of the points", StageCodec.hash(points.constraints()))
        .with("labels known of the points", StageCodec.hash(points.labels()))
        .with("labels", StageCodec.hash(start));
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
    StageKey key =
        identity.without(AFTERWARDS).without(HASHED).without(SIZES).without("clusters.refine");
    return (config.clusters().method().equals(COSC) ? key : key.without("method." + COSC + "."))
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
