package dev.concord.method.cosc;

import dev.concord.figure.Inline;
import dev.concord.method.Convergence;
import java.util.List;

/** The figures of a refinement. */
public sealed interface RefinementFigures {
  /** The records that there are. */
  List<Class<? extends RefinementFigures>> TYPES = List.of(Forced.class, Searched.class);

  /** Points that had to move for the hard constraints. */
  int movedForConstraints();

  /** Points whose cluster is not that of the method. */
  int movedInAll();

  /** How the search ended. */
  default Convergence convergence() {
    return Convergence.NONE;
  }

  /**
   * Must-links leave nothing to search.
   *
   * @param name of the method that the search is of
   */
  record Forced(String name, int movedForConstraints, int movedInAll)
      implements RefinementFigures {}

  /**
   * A lower cut was searched.
   *
   * @param name of the method that the search is of
   * @param cuts the search
   */
  record Searched(
      String name, int movedForConstraints, int movedInAll, @Inline MultiwayFigures cuts)
      implements RefinementFigures {

    @Override
    public Convergence convergence() {
      return cuts.convergence();
    }
  }
}
