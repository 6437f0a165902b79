package dev.concord.graph.weights;

/** Whether the components of a graph are joined into one. */
public enum Connection {
  /** When there are more components than clusters. */
  AUTO,
  /** When there is more than one. */
  ALWAYS,
  /** Never. */
  NONE;

  /** Whether a graph of so many components is joined. */
  public boolean applies(int components, int clusters) {
    return switch (this) {
      case AUTO -> components > clusters;
      case ALWAYS -> components > 1;
      case NONE -> false;
    };
  }
}
