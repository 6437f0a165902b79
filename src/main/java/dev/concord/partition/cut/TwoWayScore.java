package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;

/**
 * The quantities of one partition, summed from scratch in node order.
 *
 * @param cut weight of the edges between the sides, each counted once
 * @param hard number of cannot-links violated
 * @param soft weight of the soft constraints violated, those that every partition violates included
 * @param volumeOne generalized volume of side 1
 * @param volumeZero generalized volume of side 0
 */
record TwoWayScore(double cut, double hard, double soft, double volumeOne, double volumeZero) {

  /** Time O(edges and pairs). */
  static TwoWayScore of(TwoWayModel model, int[] side) {
    double one = 0.0;
    double zero = 0.0;
    double hard = 0.0;
    for (int i = 0; i < model.nodes; i++) {
      if (side[i] == 1) {
        one += model.volumes[i];
      } else {
        zero += model.volumes[i];
      }
      int other = model.partner[i];
      if (other > i && side[other] == side[i]) {
        hard += model.pairWeight[i];
      }
    }
    double cut = between(model.weights, side, false);
    double soft = 0.0;
    if (model.soft) {
      soft =
          model.problem.lost()
              + between(model.problem.together(), side, false)
              + between(model.problem.separate(), side, true);
    }
    return new TwoWayScore(cut, hard, soft, one, zero);
  }

  /** The sum over the pairs that are on one side, or else that are not. */
  private static double between(CsrMatrix matrix, int[] side, boolean sameSide) {
    int[] rowPtr = matrix.rowPtr();
    int[] col = matrix.col();
    double sum = 0.0;
    for (int i = 0; i < matrix.rows(); i++) {
      double row = 0.0;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        if (col[p] > i && (side[col[p]] == side[i]) == sameSide) {
          row += matrix.val()[p];
        }
      }
      sum += row;
    }
    return sum;
  }

  /** cut / v₁ + cut / v₂; infinite when a side has no volume. */
  double ncut() {
    return ratio(cut);
  }

  /** F of this partition. */
  double value(TwoWayObjective objective) {
    return ratio(objective.numerator(cut, hard, soft));
  }

  private double ratio(double numerator) {
    return volumeOne > 0.0 && volumeZero > 0.0
        ? numerator / volumeOne + numerator / volumeZero
        : Double.POSITIVE_INFINITY;
  }
}
