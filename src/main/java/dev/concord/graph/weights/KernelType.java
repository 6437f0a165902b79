package dev.concord.graph.weights;

/** From distance to weight. */
public enum KernelType {
  /**
   * max over the two directions of exp(-4 d<sub>ij</sub>² / d<sub>ik</sub>²), d<sub>ik</sub> the
   * distance to the k-th neighbour.
   */
  SELF_TUNING,
  /** exp(-d² / (2 σ²)). */
  GAUSSIAN,
  /** The cosine of the angle, negative ones dropped. */
  COSINE,
  /** 1. */
  BINARY
}
