package dev.concord.graph.weights;

/** Whether the weight of an edge depends on the neighbours that its ends share. */
public enum Overlap {
  /** It does not. */
  NONE,
  /**
   * It is multiplied by the Jaccard coefficient of their neighbours, see {@link NeighborOverlap}.
   */
  JACCARD
}
