package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * A consistent partition under flips of units, with the effect of each flip kept up to date.
 * Flipping a unit takes O(its edges and pairs). Memory 40 bytes a node.
 */
final class TwoWayMoves {
  private final TwoWayModel model;
  private final CsrMatrix together;
  private final CsrMatrix separate;
  private final int[] side;

  /** The increase of the cut when a node alone changes its side. */
  private final double[] cutGain;

  /** The increase of the violated soft weight when a node alone changes its side. */
  private final double[] softGain;

  private final double[] pairCut;
  private final double[] pairSoft;
  private double cut;
  private double soft;
  private double volumeOne;
  private int filledOne;
  private int filled;
  private long visits;

  TwoWayMoves(TwoWayModel model) {
    this.model = model;
    this.together = model.problem.together();
    this.separate = model.problem.separate();
    this.side = new int[model.nodes];
    this.cutGain = new double[model.nodes];
    this.softGain = model.soft ? new double[model.nodes] : new double[0];
    this.pairCut = new double[model.units];
    this.pairSoft = new double[model.units];
    for (int u = 0; u < model.units; u++) {
      int a = model.unitNode[u];
      int b = model.partner[a];
      if (b >= 0) {
        pairCut[u] = 2.0 * entry(model.weights, a, b);
        pairSoft[u] = 2.0 * (entry(together, a, b) - entry(separate, a, b));
      }
    }
    for (double volume : model.volumes) {
      filled += volume > 0.0 ? 1 : 0;
    }
  }

  private static double entry(CsrMatrix matrix, int row, int column) {
    int at =
        Arrays.binarySearch(matrix.col(), matrix.rowPtr()[row], matrix.rowPtr()[row + 1], column);
    return at >= 0 ? matrix.val()[at] : 0.0;
  }

  /** Takes up a consistent partition; sums everything afresh. */
  void load(int[] from) {
    System.arraycopy(from, 0, side, 0, side.length);
    refresh();
  }

  /** Recomputes all sums, so that rounding does not accumulate. Time O(edges). */
  void refresh() {
    TwoWayScore score = TwoWayScore.of(model, side);
    cut = score.cut();
    soft = score.soft();
    volumeOne = score.volumeOne();
    filledOne = 0;
    for (int i = 0; i < side.length; i++) {
      filledOne += side[i] == 1 && model.volumes[i] > 0.0 ? 1 : 0;
      cutGain[i] = kept(model.weights, i);
      if (model.soft) {
        softGain[i] = kept(together, i) - kept(separate, i);
      }
    }
    visits += model.weights.nonZeros();
  }

  /** Weight to the own side less weight to the other. */
  private double kept(CsrMatrix matrix, int i) {
    double sum = 0.0;
    for (int p = matrix.rowPtr()[i]; p < matrix.rowPtr()[i + 1]; p++) {
      sum += side[matrix.col()[p]] == side[i] ? matrix.val()[p] : -matrix.val()[p];
    }
    return sum;
  }

  void flip(int unit) {
    int a = model.unitNode[unit];
    flipNode(a);
    if (model.partner[a] >= 0) {
      flipNode(model.partner[a]);
    }
  }

  private void flipNode(int i) {
    cut += cutGain[i];
    side[i] = 1 - side[i];
    boolean joins = side[i] == 1;
    volumeOne += joins ? model.volumes[i] : -model.volumes[i];
    if (model.volumes[i] > 0.0) {
      filledOne += joins ? 1 : -1;
    }
    pass(model.weights, i, cutGain, 2.0);
    cutGain[i] = -cutGain[i];
    if (model.soft) {
      soft += softGain[i];
      pass(together, i, softGain, 2.0);
      pass(separate, i, softGain, -2.0);
      softGain[i] = -softGain[i];
    }
  }

  /** Updates the gains of the neighbours of a node that has changed its side. */
  private void pass(CsrMatrix matrix, int i, double[] gain, double factor) {
    int[] col = matrix.col();
    double[] val = matrix.val();
    int own = side[i];
    int end = matrix.rowPtr()[i + 1];
    for (int p = matrix.rowPtr()[i]; p < end; p++) {
      gain[col[p]] += side[col[p]] == own ? factor * val[p] : -factor * val[p];
    }
    visits += 1 + end - matrix.rowPtr()[i];
  }

  /** F of the partition. */
  double value(TwoWayObjective objective) {
    return filledOne == 0 || filledOne == filled
        ? Double.POSITIVE_INFINITY
        : objective.value(objective.numerator(cut, 0.0, soft), volumeOne);
  }

  /**
   * How much a flip raises numerator − lambda·balance, the balance taken at the volume {@code at};
   * infinite when it would leave a side without volume.
   */
  double rise(int unit, TwoWayObjective objective, double lambda, double at) {
    int a = model.unitNode[unit];
    int b = model.partner[a];
    double cutChange = cutGain[a];
    double volumeChange = side[a] == 1 ? -model.volumes[a] : model.volumes[a];
    int filledChange = model.volumes[a] > 0.0 ? 1 - 2 * side[a] : 0;
    double softChange = model.soft ? softGain[a] : 0.0;
    if (b >= 0) {
      cutChange += cutGain[b] + pairCut[unit];
      volumeChange += side[b] == 1 ? -model.volumes[b] : model.volumes[b];
      filledChange += model.volumes[b] > 0.0 ? 1 - 2 * side[b] : 0;
      softChange += model.soft ? softGain[b] + pairSoft[unit] : 0.0;
    }
    if (filledOne + filledChange == 0 || filledOne + filledChange == filled) {
      return Double.POSITIVE_INFINITY;
    }
    double before = objective.numerator(cut, 0.0, soft);
    double after = objective.numerator(cut + cutChange, 0.0, soft + softChange);
    double balance = volumeChange * (model.volume - 2.0 * at - volumeChange) / model.volume;
    return after - before - lambda * balance;
  }

  /** Whether a unit has an edge to the other side, or a soft constraint that it violates. */
  boolean atBoundary(int unit) {
    int a = model.unitNode[unit];
    return touches(a) || (model.partner[a] >= 0 && touches(model.partner[a]));
  }

  private boolean touches(int i) {
    return differs(model.weights, i, true)
        || (model.soft && (differs(together, i, true) || differs(separate, i, false)));
  }

  private boolean differs(CsrMatrix matrix, int i, boolean other) {
    for (int p = matrix.rowPtr()[i]; p < matrix.rowPtr()[i + 1]; p++) {
      int j = matrix.col()[p];
      if (j != model.partner[i] && (side[j] != side[i]) == other) {
        return true;
      }
    }
    return false;
  }

  /** The sides. Not a copy. */
  int[] side() {
    return side;
  }

  double volumeOne() {
    return volumeOne;
  }

  /** The running sums; a side that holds no volume has exactly none. */
  TwoWayScore score() {
    double one = filledOne == 0 ? 0.0 : volumeOne;
    double zero = filledOne == filled ? 0.0 : model.volume - volumeOne;
    return new TwoWayScore(cut, 0.0, soft, one, zero);
  }

  /** Edges and pairs visited so far. */
  long visits() {
    return visits;
  }
}
