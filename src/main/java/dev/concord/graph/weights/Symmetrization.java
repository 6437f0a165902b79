package dev.concord.graph.weights;

/** How two directed neighbour relations become one undirected edge. */
public enum Symmetrization {
  /** An edge when either point lists the other. */
  UNION,
  /** An edge when both list each other. */
  MUTUAL,
  /** (W + W')/2 of the directed weights. */
  AVERAGE
}
