package dev.concord.graph;

/**
 * A score and an index in one long that sorts by (score, index): primitive sorts then need no
 * comparator.
 */
public final class ScoreKeys {
  private ScoreKeys() {}

  /** Sorts ascending by score, then by index (not negative). The score is not NaN. */
  public static long of(float score, int index) {
    int bits = Float.floatToRawIntBits(score + 0.0f);
    int ordered = bits ^ ((bits >> 31) & 0x7fffffff);
    return ((long) ordered << 32) | index;
  }

  public static int index(long key) {
    return (int) key;
  }

  public static float score(long key) {
    int ordered = (int) (key >> 32);
    return Float.intBitsToFloat(ordered ^ ((ordered >> 31) & 0x7fffffff));
  }
}
