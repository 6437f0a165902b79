package dev.concord.method.cosc;

import dev.concord.figure.Inline;
import dev.concord.figure.Key;
import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;
import dev.concord.partition.cut.Bipartition;
import java.util.List;

/** The figures of cosc, which depend on the number of clusters. */
public sealed interface CoscFigures extends MethodFigures {
  /** The normalized cut of the partition. */
  double ncut();

  /**
   * There is one partition alone: nothing was searched.
   *
   * @param nodes must-link components
   */
  record One(double ncut, int nodes, boolean provenOptimal) implements CoscFigures {
    @Override
    public Convergence convergence() {
      return Convergence.proven();
    }
  }

  /**
   * Two clusters.
   *
   * @param cut the total weight between the clusters
   * @param balance vol(C)·vol(rest) as the functional has it
   * @param functional F, the cut with the penalties over the balance
   * @param gamma penalty of the result
   * @param violatedWeight weight of violated soft constraints
   * @param gammaPath the penalties gone through
   * @param gap between the functional and its bound
   * @param outerIterations of the descent
   * @param innerIterations of the inner problems
   * @param nodes must-link components
   */
  record Two(
      double ncut,
      double cut,
      double balance,
      @Key("F") double functional,
      double gamma,
      double violatedWeight,
      List<Step> gammaPath,
      double gap,
      int outerIterations,
      int innerIterations,
      boolean provenOptimal,
      int nodes)
      implements CoscFigures {

    static Two of(Bipartition found, int nodes) {
      return new Two(
          found.ncut(),
          found.cut(),
          found.balance(),
          found.functional(),
          found.gamma(),
          found.violatedWeight(),
          found.gammaPath().stream().map(Step::of).toList(),
          found.gap(),
          found.outerIterations(),
          found.innerIterations(),
          found.provenOptimal(),
          nodes);
    }

    @Override
    public Convergence convergence() {
      return Convergence.ofLoops(gap, outerIterations, innerIterations, provenOptimal);
    }
  }

  /**
   * A step of the continuation in gamma.
   *
   * @param functional F
   * @param violated weight of violated constraints
   */
  record Step(double gamma, @Key("F") double functional, double violated) {
    static Step of(Bipartition.GammaStep step) {
      return new Step(step.gamma(), step.functional(), step.violated());
    }
  }

  /**
   * More than two clusters.
   *
   * @param cuts the search
   * @param search groups or cut
   * @param nodes must-link components
   */
  record Many(@Inline MultiwayFigures cuts, String search, int nodes) implements CoscFigures {
    @Override
    public double ncut() {
      return cuts.ncut();
    }

    @Override
    public Convergence convergence() {
      return cuts.convergence();
    }
  }
}
