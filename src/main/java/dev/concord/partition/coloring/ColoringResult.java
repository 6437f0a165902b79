package dev.concord.partition.coloring;

import dev.concord.constraint.ClusterShortage;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;

/**
 * The result of a search for a colouring of the cannot-links with k colours: one was found, there
 * is none, or neither could be shown within the effort allowed.
 */
public sealed interface ColoringResult {
  /**
   * The colours, or the failure as a user should read it.
   *
   * @param pairs the constraints behind the problem
   * @param closure their must-link closure, whose components are the nodes
   * @throws dev.concord.error.UnsatisfiableException naming the points that prove k to be too
   *     small, or saying that no colouring was found
   */
  default int[] colorsOrThrow(int k, PairConstraints pairs, MustLinkClosure closure) {
    if (this instanceof Colored colored) {
      return colored.colors();
    }
    ClusterShortage shortage = ClusterShortage.of(pairs, closure);
    if (this instanceof NotFound open) {
      throw shortage.notFound(k, open.colors(), open.effort());
    }
    Impossible proof = (Impossible) this;
    throw switch (proof.kind()) {
      case CLIQUE -> shortage.clique(k, proof.nodes());
      case ODD_CYCLE -> shortage.oddCycle(proof.nodes());
      case SUBGRAPH -> shortage.components(k, proof.nodes(), proof.critical());
    };
  }

  /**
   * A colouring without conflicts.
   *
   * @param colors colour of each node, in 0..k-1; adjacent nodes differ
   * @param cost sum of the costs of the nodes' colours, 0 when no costs were given
   */
  record Colored(int[] colors, double cost) implements ColoringResult {}

  /**
   * A proof that there is no colouring: the cannot-links between these nodes alone need more than k
   * colours.
   *
   * @param kind what kind of proof it is
   * @param nodes ascending, for an odd cycle along the cycle
   * @param critical whether every one of the nodes is needed: without any one of them, k colours
   *     are enough for the others
   */
  record Impossible(Witness kind, int[] nodes, boolean critical) implements ColoringResult {}

  /**
   * Nothing is proved. The colouring violates the fewest cannot-links of all that were met.
   *
   * @param colors colour of each node, in 0..k-1
   * @param violatedPairs pairs of adjacent nodes with the same colour, at least 1
   * @param violatedLinks cannot-links behind these pairs
   * @param effort what was tried, in words
   */
  record NotFound(int[] colors, int violatedPairs, int violatedLinks, String effort)
      implements ColoringResult {}

  /** Why k colours are too few. */
  enum Witness {
    /** k+1 nodes, any two adjacent. */
    CLIQUE,
    /** For k = 2: a cycle of odd length. */
    ODD_CYCLE,
    /** Nodes for which all colourings were ruled out, by exhaustive search. */
    SUBGRAPH
  }
}
