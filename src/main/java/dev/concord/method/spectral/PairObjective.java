package dev.concord.method.spectral;

import dev.concord.method.Option;

/** The options of the objectives over pairs that ccskl and ccsr share. */
public final class PairObjective {
  /** How often a pair enters the objective. */
  public static final Option<CountPairs> COUNT_PAIRS =
      Option.choice(
          "count-pairs",
          CountPairs.class,
          "Whether a pair enters the objective once, or in both of its orders.");

  /** The points with a term k(i, i) = 1. */
  public static final Option<Diagonal> DIAGONAL =
      Option.choice(
          "diagonal",
          Diagonal.class,
          "Which points have a term for k(i, i) = 1. all is the paper's objective; with few pairs its"
              + " n terms outweigh them, and constrained counts only points in a constraint.");

  private PairObjective() {}

  /** How often a pair enters the objective. */
  public enum CountPairs {
    /** In one of its orders. */
    ONCE,
    /** In both of its orders. */
    TWICE
  }

  /** The points with a term k(i, i) = 1. */
  public enum Diagonal {
    /** Every point. */
    ALL,
    /** The points of a constraint. */
    CONSTRAINED
  }
}
