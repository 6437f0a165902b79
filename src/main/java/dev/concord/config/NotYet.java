package dev.concord.config;

/** What the configuration can already say and this version cannot yet do. */
final class NotYet {
  private NotYet() {}

  /** Notes each such wish: a run must not go on as if it had not been uttered. */
  static void check(Section block, ClustersConfig clusters) {
    if (clusters.refine().equals("cosc")) {
      block.refuse(
          "refine", "none: refinement by cosc is not part of this version", "set it to none.");
    }
    if (clusters.propagate()) {
      block.refuse(
          "propagate",
          "false: constraint propagation is not part of this version",
          "set it to false.");
    }
  }
}
