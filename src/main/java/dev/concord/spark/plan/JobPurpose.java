package dev.concord.spark.plan;

/** The purpose of a job: the command that starts it. */
public enum JobPurpose {
  /** Clusters, with everything that belongs to them. */
  CLUSTERS,
  /** The similarity graph alone: what the method needs may be missing. */
  GRAPH,
  /** Clusters, and pairs to judge, whose search needs single edges. */
  SUGGESTIONS;

  public boolean clusters() {
    return this != GRAPH;
  }
}
