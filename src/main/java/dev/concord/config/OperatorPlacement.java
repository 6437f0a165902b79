package dev.concord.config;

import java.util.Locale;

/** Where the matrix of the graph is multiplied (plan.operator). */
public enum OperatorPlacement {
  /** Chosen by the entries of the graph and the memory of the driver. */
  AUTO,
  /** All edges and all products are on the driver. */
  LOCAL,
  /** The rows are on the executors too, which multiply. */
  DISTRIBUTED,
  /** The rows are on the executors alone; no edge is on the driver. */
  DISTRIBUTED_EDGES;

  /** As configurations and messages spell it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
