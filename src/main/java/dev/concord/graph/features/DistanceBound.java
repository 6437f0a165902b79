package dev.concord.graph.features;

/**
 * How far a squared distance that was estimated in single precision can be from the truth.
 *
 * <p>Notation: u = 2<sup>-24</sup> (half an ulp of 1 in float), η = 2<sup>-126</sup> (covers any
 * loss to underflow), d the dimension, x and y two rows, c a fixed vector. x̂ and ŷ are x - c and y
 * - c rounded to float, X = ‖x̂‖, Y = ‖ŷ‖, and γ = (d+2)u / (1 - (d+2)u).
 *
 * <ol>
 *   <li>The product g of x̂ and ŷ by float arithmetic satisfies |g - ⟨x̂,ŷ⟩| ≤ γ<sub>d</sub> X Y +
 *       d η in any order of summation, with or without fused operations (Higham, Accuracy and
 *       Stability of Numerical Algorithms, section 3.1).
 *   <li>The score is s = fl(g - fl(Y²/2)). Rounding Y²/2 adds at most u Y²/2 + η, the subtraction u
 *       (|⟨x̂,ŷ⟩| (1 + γ<sub>d</sub>) + Y²) / (1 - u) + η. Together |s - (⟨x̂,ŷ⟩ - Y²/2)| ≤ E = γ X
 *       Y + 2u Y² + (d+2) η.
 *   <li>S = fl(X² - 2s) estimates ‖x̂ - ŷ‖² = X² - 2(⟨x̂,ŷ⟩ - Y²/2). With the rounding of S to
 *       float and the double sums X² and Y² (relative error below (d+4) 2<sup>-52</sup>), ‖x̂ - ŷ‖²
 *       ≥ S - 2u|S| - η - 2E - (d+4) 2<sup>-52</sup> (X² + Y²).
 *   <li>Centring does not move distances, and each component of x̂ is within 1.001 u of x - c
 *       relatively, or within η. So ‖x - y‖ ≥ ‖x̂ - ŷ‖ - 1.001 u (X + Y) - 2 √d η (with 1.001
 *       standing for the second-order terms).
 *   <li>Y is not known for points that were not kept. A point with Y &gt; X + √S is farther than √S
 *       by the triangle inequality, so Y may be replaced by the smaller of the largest norm among
 *       all points searched and X + √S: one outlier does not spoil the bound of all others.
 * </ol>
 *
 * The bound rises with S: where it is positive at all, S exceeds 2 γ X², and there both steps 3 and
 * 4 rise. So the bound at the smallest S among the omitted points holds for all of them.
 */
public final class DistanceBound {
  /** Above this norm, sums of squares in float come too close to its largest value. */
  static final double LARGEST_NORM = 0x1p60;

  /** Above this dimension γ stops being small. */
  static final int LARGEST_DIM = 1 << 22;

  private static final double U = 0x1p-24;
  private static final double ETA = 0x1p-126;

  private DistanceBound() {}

  /**
   * A lower bound on the true squared distance from a point to every point whose estimate is at
   * least {@code score}.
   *
   * @param dim the dimension
   * @param norm X of the point, not rounded down
   * @param maxNorm the largest Y among the points searched, not rounded down
   * @param score the estimate S; +∞ when there is no such point, then the bound is +∞
   */
  public static double lower(int dim, double norm, double maxNorm, double score) {
    if (score == Double.POSITIVE_INFINITY) {
      return score;
    }
    double estimate = score - 2.0 * U * Math.abs(score) - ETA;
    if (!(estimate > 0.0)) {
      return 0.0;
    }
    double other = Math.min(maxNorm, (norm + Math.sqrt(score)) * (1.0 + 0x1p-50));
    double gamma = (dim + 2) * U / (1.0 - (dim + 2) * U);
    double product = gamma * norm * other + 2.0 * U * other * other + (dim + 2) * ETA;
    double sums = (dim + 4) * 0x1p-52 * (norm * norm + other * other);
    double square = estimate - 2.0 * product - sums;
    if (!(square > 0.0)) {
      return 0.0;
    }
    double centring = 1.001 * U * (norm + other) + 2.0 * Math.sqrt(dim) * ETA;
    double distance = Math.sqrt(square) * (1.0 - 0x1p-50) - centring;
    return distance > 0.0 ? distance * distance * (1.0 - 0x1p-50) : 0.0;
  }
}
