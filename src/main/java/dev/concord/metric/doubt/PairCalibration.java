package dev.concord.metric.doubt;

import dev.concord.error.ConvergenceException;
import java.util.List;

/**
 * Slope and constant of {@link ClusterChances}, fitted to pairs that the searches did not have. Two
 * points are of one class with the sum over the clusters of the products of their chances; the
 * maximum of the pairs' likelihood and of a normal prior around values fitted on other data is
 * found by Fisher scoring.
 *
 * @param slope above 0
 * @param constant added for the own cluster
 */
record PairCalibration(double slope, double constant) {
  /** Without a pair: fitted on other data, see docs/RESULTS.md. */
  static final PairCalibration BEFORE = new PairCalibration(1.0, -0.4);

  /** Standard deviations of the prior, of the logarithm of the slope and of the constant. */
  private static final double SLOPE_SPREAD = 0.5;

  private static final double CONSTANT_SPREAD = 0.5;

  /** The chance that an answer has nothing to do with the clusters, half of the time each. */
  private static final double ODD = 0.002;

  private static final int ROUNDS = 50;

  private static final int HALVINGS = 20;

  private static final double PRECISION = 1e-9;

  /**
   * The fit. Time O(pairs k) a round.
   *
   * @param chances of each search
   * @param heldOut the pairs that it did not have, in the same order
   * @throws ConvergenceException when the likelihood still rises after {@value #ROUNDS} rounds
   */
  static PairCalibration of(List<ClusterChances> chances, List<HeldOut> heldOut) {
    PairCalibration now = BEFORE;
    double value = new Likelihood(now).of(chances, heldOut).value;
    double gain = Double.NaN;
    for (int round = 0; round < ROUNDS; round++) {
      Likelihood at = new Likelihood(now).of(chances, heldOut);
      double determinant = at.ss * at.cc - at.sc * at.sc;
      double slopeStep = (at.cc * at.gs - at.sc * at.gc) / determinant;
      double constantStep = (at.ss * at.gc - at.sc * at.gs) / determinant;
      double part = 1.0;
      PairCalibration next = now;
      double better = value;
      for (int halving = 0; halving < HALVINGS && !(better > value); halving++) {
        next =
            new PairCalibration(
                now.slope * StrictMath.exp(part * slopeStep), now.constant + part * constantStep);
        better = new Likelihood(next).of(chances, heldOut).value;
        part /= 2.0;
      }
      if (!(better > value + PRECISION)) {
        return now;
      }
      gain = better - value;
      now = next;
      value = better;
    }
    throw new ConvergenceException(
        String.format(
            "output.membership: the calibration of the confidences rose by %.3g in the last of %d"
                + " rounds, more than the tolerance %.3g. Set output.membership = false, or give"
                + " more pairs.",
            gain, ROUNDS, PRECISION));
  }

  /** The log-likelihood with its prior, its gradient and the expected information. */
  private static final class Likelihood {
    private final PairCalibration by;
    private double value;
    private double gs;
    private double gc;
    private double ss;
    private double sc;
    private double cc;

    Likelihood(PairCalibration by) {
      this.by = by;
      double slope = StrictMath.log(by.slope / BEFORE.slope) / SLOPE_SPREAD;
      double constant = (by.constant - BEFORE.constant) / CONSTANT_SPREAD;
      value = -0.5 * (slope * slope + constant * constant);
      gs = -slope / SLOPE_SPREAD;
      gc = -constant / CONSTANT_SPREAD;
      ss = 1.0 / (SLOPE_SPREAD * SLOPE_SPREAD);
      cc = 1.0 / (CONSTANT_SPREAD * CONSTANT_SPREAD);
    }

    Likelihood of(List<ClusterChances> chances, List<HeldOut> heldOut) {
      for (int s = 0; s < heldOut.size(); s++) {
        HeldOut pairs = heldOut.get(s);
        int k = chances.get(s).clusters();
        double[][] room = new double[2][k];
        for (int p = 0; p < pairs.first().length; p++) {
          add(chances.get(s), pairs, p, room);
        }
      }
      return this;
    }

    private void add(ClusterChances chances, HeldOut pairs, int p, double[][] room) {
      int[] ends = {pairs.first()[p], pairs.second()[p]};
      double[] meanEvidence = new double[2];
      for (int end = 0; end < 2; end++) {
        chances.fill(ends[end], by.slope, by.constant, room[end]);
        for (int c = 0; c < room[end].length; c++) {
          meanEvidence[end] += room[end][c] * by.slope * chances.evidence(ends[end], c);
        }
      }
      double same = 0.0;
      double bySlope = 0.0;
      double byConstant = 0.0;
      for (int c = 0; c < room[0].length; c++) {
        double both = room[0][c] * room[1][c];
        same += both;
        for (int end = 0; end < 2; end++) {
          bySlope += both * (by.slope * chances.evidence(ends[end], c) - meanEvidence[end]);
          int own = chances.label(ends[end]);
          byConstant += both * ((c == own ? 1.0 : 0.0) - room[end][own]);
        }
      }
      double clear = 1.0 - ODD;
      double chance = ODD / 2.0 + clear * same;
      double weight = pairs.weight()[p];
      double answered = pairs.together()[p] ? chance : 1.0 - chance;
      double sign = pairs.together()[p] ? 1.0 : -1.0;
      double pull = weight * clear * sign / answered;
      double information = weight * clear * clear / (chance * (1.0 - chance));
      value += weight * StrictMath.log(answered);
      gs += pull * bySlope;
      gc += pull * byConstant;
      ss += information * bySlope * bySlope;
      sc += information * bySlope * byConstant;
      cc += information * byConstant * byConstant;
    }
  }
}
