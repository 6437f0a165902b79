package dev.concord.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers for readers. The same in every locale. */
public final class Figures {
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private static final int ID_LENGTH = 40;

  private Figures() {}

  /** 70,000. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** "1 pair" or "2 pairs". */
  public static String count(long number, String one, String many) {
    return count(number) + " " + (number == 1 ? one : many);
  }

  /** Four significant digits; powers of ten below 10^-4 and from 10^6; a dash for NaN. */
  public static String number(double value) {
    return number(value, 4);
  }

  /** The same with two significant digits, for what only its size matters. */
  public static String rough(double value) {
    return number(value, 2);
  }

  private static String number(double value, int digits) {
    if (Double.isNaN(value)) {
      return "–";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value, new MathContext(digits, RoundingMode.HALF_EVEN));
    double size = rounded.abs().doubleValue();
    if (size >= 1e-4 && size < 1e6) {
      return signed(rounded.stripTrailingZeros().toPlainString());
    }
    int exponent = rounded.precision() - rounded.scale() - 1;
    String mantissa = rounded.scaleByPowerOfTen(-exponent).stripTrailingZeros().toPlainString();
    return signed((mantissa.equals("1") ? "" : mantissa + " × ") + "10" + superscript(exponent));
  }

  /** Three decimals, for figures between 0 and 1; a dash for NaN. */
  public static String score(double value) {
    return Double.isNaN(value) ? "–" : signed(String.format(Locale.ROOT, "%.3f", value));
  }

  /** Parts of a whole: "12.5 %"; never "0 %" or "100 %" unless exactly so. A dash for NaN. */
  public static String percent(double share) {
    if (Double.isNaN(share)) {
      return "–";
    }
    if (share == 0 || share == 1) {
      return share == 0 ? "0 %" : "100 %";
    }
    if (share > 0 && share < 0.0005) {
      return "< 0.1 %";
    }
    return share > 0.9995 && share < 1
        ? "> 99.9 %"
        : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** "0.84 s", "48 s", "3 min 20 s", "2 h 05 min". */
  public static String seconds(double seconds) {
    if (seconds < 9.95) {
      return String.format(Locale.ROOT, "%.2f s", seconds);
    }
    long whole = Math.round(seconds);
    if (whole < 60) {
      return whole + " s";
    }
    return whole < 3600
        ? String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d h %02d min", whole / 3600, whole / 60 % 60);
  }

  /** A coordinate in a drawing: one decimal. */
  public static String at(double coordinate) {
    String text = String.format(Locale.ROOT, "%.1f", coordinate);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Text with characters that would not show, or would turn the text around, spelt out. */
  public static String visible(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              if (type == Character.CONTROL
                  || type == Character.FORMAT
                  || type == Character.SURROGATE
                  || type == Character.UNASSIGNED) {
                out.append(String.format(Locale.ROOT, "\\u%04X", c));
              } else {
                out.appendCodePoint(c);
              }
            });
    return out.toString();
  }

  /** As {@link #visible}, cut off after {@value #ID_LENGTH} characters. */
  public static String shortened(String id) {
    String text = visible(id);
    return text.codePointCount(0, text.length()) <= ID_LENGTH
        ? text
        : text.substring(0, text.offsetByCodePoints(0, ID_LENGTH)) + "…";
  }

  private static String signed(String number) {
    return number.startsWith("-") ? "−" + number.substring(1) : number;
  }

  private static String superscript(int exponent) {
    StringBuilder out = new StringBuilder(exponent < 0 ? "⁻" : "");
    for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
      out.append(SUPERSCRIPTS.charAt(digit - '0'));
    }
    return out.toString();
  }
}
