package dev.concord.metric.doubt;

import dev.concord.error.ConvergenceException;
import java.util.List;

/**
 * The power of the votes that makes the chances of {@link ClusterChances}, fitted to pairs that the
 * searches did not have. Two points are of one class with the sum over the clusters of the products
 * of their chances; the maximum of the pairs' likelihood and of a normal prior of the power's
 * logarithm, around that of the agreement of the searches, is found by Fisher scoring.
 */
final class PairCalibration {
  /** Standard deviation of the prior. */
  static final double SPREAD = 1.0;

  /** The chance that an answer has nothing to do with the clusters, half of the time each. */
  private static final double ODD = 0.002;

  private static final int ROUNDS = 50;

  private static final int HALVINGS = 20;

  private static final double PRECISION = 1e-9;

  private final List<ClusterChances> chances;
  private final List<HeldOut> heldOut;

  /** The value of the objective, its slope and the expected information, by the logarithm. */
  private double value;

  private double slope;
  private double information;

  private PairCalibration(List<ClusterChances> chances, List<HeldOut> heldOut) {
    this.chances = chances;
    this.heldOut = heldOut;
  }

  /**
   * The power. Time O(pairs k) a round.
   *
   * @param chances of each search
   * @param heldOut the pairs that it did not have, in the same order
   * @param before the power without them, above 0
   * @throws ConvergenceException when the likelihood still rises after {@value #ROUNDS} rounds
   */
  static double power(List<ClusterChances> chances, List<HeldOut> heldOut, double before) {
    PairCalibration likelihood = new PairCalibration(chances, heldOut);
    double now = 0.0;
    likelihood.at(before, now);
    double gain = Double.NaN;
    for (int round = 0; round < ROUNDS; round++) {
      double last = likelihood.value;
      double step = likelihood.slope / likelihood.information;
      double next = now + step;
      likelihood.at(before, next);
      for (int halving = 0; halving < HALVINGS && !(likelihood.value > last); halving++) {
        step /= 2.0;
        next = now + step;
        likelihood.at(before, next);
      }
      gain = likelihood.value - last;
      if (!(gain > PRECISION)) {
        return before * StrictMath.exp(now);
      }
      now = next;
    }
    throw new ConvergenceException(
        String.format(
            "output.membership: the calibration of the confidences rose by %.3g in the last of %d"
                + " rounds, more than the tolerance %.3g. Set output.membership = true, or give"
                + " more pairs.",
            gain, ROUNDS, PRECISION));
  }

  /** Computes the objective where the power is {@code before} times e to {@code logarithm}. */
  private void at(double before, double logarithm) {
    double power = before * StrictMath.exp(logarithm);
    double off = logarithm / SPREAD;
    value = -0.5 * off * off;
    slope = -off / SPREAD;
    information = 1.0 / (SPREAD * SPREAD);
    for (int s = 0; s < heldOut.size(); s++) {
      HeldOut pairs = heldOut.get(s);
      double[][] room = new double[2][chances.get(s).clusters()];
      for (int p = 0; p < pairs.first().length; p++) {
        add(chances.get(s), pairs, p, power, room);
      }
    }
  }

  private void add(ClusterChances of, HeldOut pairs, int p, double power, double[][] room) {
    int first = pairs.first()[p];
    int second = pairs.second()[p];
    of.fill(first, power, room[0]);
    of.fill(second, power, room[1]);
    double mean = 0.0;
    for (int c = 0; c < room[0].length; c++) {
      mean += room[0][c] * of.evidence(first, c) + room[1][c] * of.evidence(second, c);
    }
    double same = 0.0;
    double change = 0.0;
    for (int c = 0; c < room[0].length; c++) {
      double both = room[0][c] * room[1][c];
      same += both;
      change += both * power * (of.evidence(first, c) + of.evidence(second, c) - mean);
    }
    double clear = 1.0 - ODD;
    double chance = ODD / 2.0 + clear * same;
    double weight = pairs.weight()[p];
    double answered = pairs.together()[p] ? chance : 1.0 - chance;
    double sign = pairs.together()[p] ? 1.0 : -1.0;
    value += weight * StrictMath.log(answered);
    slope += weight * clear * sign / answered * change;
    information += weight * clear * clear / (chance * (1.0 - chance)) * change * change;
  }
}
