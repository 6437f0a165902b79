package dev.concord.partition.cut;

import java.util.List;

/**
 * Two clusters and how they were found. The arrays are not copies.
 *
 * @param side 0 or 1 for each node of the problem; node 0 is on side 0
 * @param ncut cut₁/vol(C) + cut₁/vol(rest), cut₁ counting each edge once; infinite when every
 *     partition that holds the cannot-links has a side without volume
 * @param cut the paper's cut, 2·cut₁
 * @param balance the paper's bal, 2·vol(C)·vol(rest)/gvol
 * @param functional F with the last gamma, eq. 1 of the COSC paper; the normalized cut when gamma
 *     is found by continuation and no soft constraint is violated beyond what is allowed
 * @param gamma the last penalty of violations; the given one when one was given
 * @param violatedWeight weight of the soft constraints violated; cannot-links of weight 1 always
 *     hold
 * @param gammaPath the continuation of the start that won
 * @param gap duality gap of the last inner problem of that start, 0 when there was none
 * @param outerIterations inner problems solved, over all starts
 * @param innerIterations iterations of the inner solver, over all starts
 * @param provenOptimal whether all consistent partitions were enumerated
 */
public record Bipartition(
    int[] side,
    double ncut,
    double cut,
    double balance,
    double functional,
    double gamma,
    double violatedWeight,
    List<GammaStep> gammaPath,
    double gap,
    int outerIterations,
    int innerIterations,
    boolean provenOptimal) {

  /**
   * A step of the continuation.
   *
   * @param gamma penalty of a violation; that of a cannot-link where the penalty of soft
   *     constraints is given
   * @param functional F reached with it
   * @param violated number of cannot-links and weight of soft constraints violated by the partition
   *     reached
   */
  public record GammaStep(double gamma, double functional, double violated) {}
}
