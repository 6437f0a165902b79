package dev.concord.config.read;

import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.math.BigDecimal;

/** Single values of a configuration: texts, numbers and truth values. */
public final class Scalars {
  private Scalars() {}

  /** Whether a value is one, and neither a list nor a block. */
  public static boolean is(ConfigValue value) {
    return value.valueType() == ConfigValueType.NUMBER
        || value.valueType() == ConfigValueType.STRING
        || value.valueType() == ConfigValueType.BOOLEAN;
  }

  /** The value as it was written; empty for a list or a block. */
  public static String text(ConfigValue value) {
    return is(value) ? value.atKey("v").getString("v") : "";
  }

  /**
   * The number that a value is, a text with one included.
   *
   * @throws NumberFormatException when it is none
   */
  static BigDecimal decimal(ConfigValue value) {
    if (value.valueType() == ConfigValueType.NUMBER
        || value.valueType() == ConfigValueType.STRING) {
      return new BigDecimal(String.valueOf(value.unwrapped()).trim());
    }
    throw new NumberFormatException("not a number");
  }

  /** The nearest double of {@link #decimal}; NaN when the value is no number. */
  static double number(ConfigValue value) {
    try {
      return decimal(value).doubleValue();
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** A number as people write it, without a fraction of zeros. */
  static String plain(double number) {
    return new BigDecimal(String.valueOf(number)).stripTrailingZeros().toPlainString();
  }

  /** The nearest double of a decimal number; NaN for any other text. */
  static double number(String text) {
    try {
      return new BigDecimal(text.trim()).doubleValue();
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
