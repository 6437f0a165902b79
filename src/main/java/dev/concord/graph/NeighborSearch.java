package dev.concord.graph;

/** The neighbour searches that a configuration may select (graph.search). */
public enum NeighborSearch {
  /** Exact or approximate, by the counted work of each. */
  AUTO,
  /** The search whose lists are proved. */
  EXACT,
  /** The search of an inverted file, with a measured recall. */
  APPROXIMATE;
}
