package dev.concord.records;

/**
 * A logistic regression of the chance that a pair is of one thing, by the likelihood of what is
 * known: a judged pair has its answer with that chance p; another pair has one source with chance
 * s(1 - p), as pairs of one thing never have, and others at rate s. Fisher scoring with a ridge.
 */
final class PairModel {
  private static final int ITERATIONS = 25;
  private static final double RIDGE = 1.0;
  private static final double TINY = 1e-12;

  /** A gain of less than this share of the likelihood ends the iteration. */
  private static final double ENOUGH = 1e-6;

  private static final int D = PairFeatures.COUNT;

  private final double[] beta;
  private final double[] x;
  private final byte[] kind;
  private final int rows;
  private final double sameRate;

  private PairModel(double[] x, byte[] kind, int rows, double sameRate) {
    this.x = x;
    this.kind = kind;
    this.rows = rows;
    this.sameRate = sameRate;
    beta = new double[D];
  }

  /** Without the data. */
  private PairModel(double[] beta) {
    this.beta = beta;
    x = new double[0];
    kind = new byte[0];
    rows = 0;
    sameRate = 0.0;
  }

  double logOdds(double[] features) {
    double sum = 0.0;
    for (int f = 0; f < D; f++) {
      sum += beta[f] * features[f];
    }
    return sum;
  }

  /**
   * Fits the model. O(rows · features²) an iteration.
   *
   * @param x rows of {@link PairFeatures#COUNT} features, the first of them 1
   * @param kind of each row, a constant of {@link ScoreEvidence}
   * @param rows that are filled
   * @param sameRate the rate s of one source among pairs of different things
   */
  static PairModel fit(double[] x, byte[] kind, int rows, double sameRate) {
    PairModel model = new PairModel(x, kind, rows, sameRate);
    double last = model.likelihood(model.beta);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      double[] step = model.step();
      double value = last;
      for (double size = 1.0; size > 1e-3 && value <= last; size /= 2.0) {
        double[] trial = new double[D];
        for (int f = 0; f < D; f++) {
          trial[f] = model.beta[f] + size * step[f];
        }
        double found = model.likelihood(trial);
        if (found > last) {
          value = found;
          System.arraycopy(trial, 0, model.beta, 0, D);
        }
      }
      boolean done = value - last < ENOUGH * Math.abs(last);
      last = value;
      if (done) {
        break;
      }
    }
    return new PairModel(model.beta);
  }

  /** Gradient and expected curvature of a row by its log odds. */
  private void slopes(int row, double[] out) {
    double p = 1.0 / (1.0 + StrictMath.exp(-eta(row, beta)));
    switch (kind[row]) {
      case ScoreEvidence.JUDGED_SAME, ScoreEvidence.JUDGED_OTHER -> {
        out[0] = (kind[row] == ScoreEvidence.JUDGED_SAME ? 1.0 : 0.0) - p;
        out[1] = p * (1.0 - p);
      }
      case ScoreEvidence.ONE_SOURCE, ScoreEvidence.TWO_SOURCES -> {
        double q = Math.max(TINY, sameRate * (1.0 - p));
        double change = -sameRate * p * (1.0 - p);
        double one = kind[row] == ScoreEvidence.ONE_SOURCE ? 1.0 : 0.0;
        out[0] = (one - q) / (q * (1.0 - q)) * change;
        out[1] = change * change / (q * (1.0 - q));
      }
      default -> {
        out[0] = 0.0;
        out[1] = 0.0;
      }
    }
  }

  /** The step of Fisher scoring. */
  private double[] step() {
    double[] gradient = new double[D];
    double[] fisher = new double[D * D];
    double[] slopes = new double[2];
    for (int r = 0; r < rows; r++) {
      slopes(r, slopes);
      if (slopes[1] == 0.0) {
        continue;
      }
      for (int f = 0; f < D; f++) {
        double xf = x[r * D + f];
        gradient[f] += slopes[0] * xf;
        double weighted = slopes[1] * xf;
        for (int g = 0; g <= f; g++) {
          fisher[f * D + g] += weighted * x[r * D + g];
        }
      }
    }
    for (int f = 0; f < D; f++) {
      gradient[f] -= (f == 0 ? 0.0 : RIDGE) * beta[f];
      fisher[f * D + f] += f == 0 ? TINY : RIDGE;
    }
    return solve(fisher, gradient);
  }

  private double eta(int row, double[] by) {
    double sum = 0.0;
    for (int f = 0; f < D; f++) {
      sum += by[f] * x[row * D + f];
    }
    return Math.max(-30.0, Math.min(30.0, sum));
  }

  /** The log likelihood less the ridge. */
  private double likelihood(double[] by) {
    double sum = 0.0;
    for (int r = 0; r < rows; r++) {
      if (kind[r] == ScoreEvidence.UNKNOWN) {
        continue;
      }
      double p = 1.0 / (1.0 + StrictMath.exp(-eta(r, by)));
      double chance =
          switch (kind[r]) {
            case ScoreEvidence.JUDGED_SAME -> p;
            case ScoreEvidence.JUDGED_OTHER -> 1.0 - p;
            case ScoreEvidence.ONE_SOURCE -> sameRate * (1.0 - p);
            default -> 1.0 - sameRate * (1.0 - p);
          };
      sum += StrictMath.log(Math.max(TINY, chance));
    }
    for (int f = 1; f < D; f++) {
      sum -= RIDGE / 2.0 * by[f] * by[f];
    }
    return sum;
  }

  /** Solves by the Cholesky factor of the lower triangle. */
  private static double[] solve(double[] a, double[] b) {
    double[] l = a.clone();
    for (int i = 0; i < D; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = l[i * D + j];
        for (int k = 0; k < j; k++) {
          sum -= l[i * D + k] * l[j * D + k];
        }
        l[i * D + j] = i == j ? Math.sqrt(Math.max(sum, TINY)) : sum / l[j * D + j];
      }
    }
    double[] y = b.clone();
    for (int i = 0; i < D; i++) {
      for (int k = 0; k < i; k++) {
        y[i] -= l[i * D + k] * y[k];
      }
      y[i] /= l[i * D + i];
    }
    for (int i = D - 1; i >= 0; i--) {
      for (int k = i + 1; k < D; k++) {
        y[i] -= l[k * D + i] * y[k];
      }
      y[i] /= l[i * D + i];
    }
    return y;
  }
}
