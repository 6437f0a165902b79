package dev.concord.method.productcut;

/** A natural logarithm in single precision, the same bits on every machine. */
final class FloatLog {
  private static final float LN_2 = 0.6931472f;
  private static final int ROOT_HALF = 0x3f3504f3;

  private FloatLog() {}

  /**
   * log x to some 2e-7 of 1 + |log x|: x = 2<sup>e</sup> m with m between the root of a half and
   * the root of 2, and log m = 2 artanh((m - 1) / (m + 1)) by its series.
   *
   * @param x positive, normal and finite
   */
  static float of(float x) {
    int bits = Float.floatToRawIntBits(x);
    int exponent = (bits - ROOT_HALF) >> 23;
    float m = Float.intBitsToFloat(bits - (exponent << 23));
    float s = (m - 1.0f) / (m + 1.0f);
    float t = s * s;
    float series = 1.0f + t * (1.0f / 3 + t * (1.0f / 5 + t * (1.0f / 7 + t * (1.0f / 9))));
    return exponent * LN_2 + 2.0f * s * series;
  }
}
