package dev.concord.suggest;

import java.util.Locale;

/**
 * How far the last answers changed the clusters.
 *
 * @param moved share of the points that the last round of answers moved to another cluster,
 *     clusters matched one to one as well as possible; NaN when there is no earlier round
 * @param calm answers of the rounds up to now that each moved few points, without one between them
 *     that moved more
 */
public record Stability(double moved, int calm) {
  /** Before the second round. */
  public static final Stability NONE = new Stability(Double.NaN, 0);

  /** A round that moves at most this share of the points moves few. */
  public static final double FEW = 0.01;

  /** So many answers in a row have to move few points. */
  static final int ENOUGH = 75;

  /**
   * After another round.
   *
   * @param share of the points that it moved
   * @param answers of the round
   */
  public Stability after(double share, int answers) {
    return new Stability(share, share <= FEW ? calm + answers : 0);
  }

  /** Whether there was a round to compare with. */
  public boolean isKnown() {
    return !Double.isNaN(moved);
  }

  /** What the last answers changed, and whether more will change little; empty if not known. */
  public String sentence() {
    if (!isKnown()) {
      return "";
    }
    String last =
        String.format(
            Locale.ROOT,
            "The answers of the last round moved %.1f %% of the points to another cluster.",
            100.0 * moved);
    return isStable()
        ? "More answers will change little. %s%s"
            .formatted(
                last,
                String.format(
                    Locale.ROOT,
                    " Each round of the last %,d answers moved at most %.0f %%.",
                    calm,
                    100.0 * FEW))
        : last;
  }

  /** Whether more answers will change little, by what the last ones changed. */
  public boolean isStable() {
    return calm >= ENOUGH;
  }
}
