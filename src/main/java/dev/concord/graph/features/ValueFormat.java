package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Currency;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How people write the dates or the numbers of a column, and what they are worth: days since
 * 1970-01-01, or the number without its unit. Thread-safe.
 */
@DefaultSerializer(JavaSerializer.class)
public final class ValueFormat implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The name of the date format of ISO 8601, with or without a time of day. */
  public static final String ISO = "iso";

  /** The decimal point, the usual mark of numbers. */
  public static final String POINT = ".";

  /** The decimal comma. */
  public static final String COMMA = ",";

  private static final double NANOS_OF_DAY = 86400e9;
  private static final DateTimeFormatter ISO_FORMAT =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendPattern("['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendPattern("[XXX][XX][X]")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final String SPACES = "[\\s\\u00A0\\u202F]";
  private static final Set<String> CURRENCIES =
      Currency.getAvailableCurrencies().stream()
          .map(Currency::getCurrencyCode)
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern UNIT = Pattern.compile("\\p{Sc}|[A-Z]{3}");

  private final String written;
  private final boolean date;
  private final @Nullable Pattern digits;
  private transient @Nullable DateTimeFormatter formatter;

  private ValueFormat(String written, boolean date) {
    this.written = written;
    this.date = date;
    this.digits = date ? null : digits(written);
  }

  /**
   * Dates.
   *
   * @param pattern {@value #ISO}, or a pattern of {@link DateTimeFormatter} such as dd.MM.yyyy
   * @throws IllegalArgumentException when it is no such pattern, or gives no date
   */
  public static ValueFormat date(String pattern) {
    ValueFormat format = new ValueFormat(pattern, true);
    String example = format.formatter().format(LocalDateTime.of(2024, 3, 31, 14, 5));
    if (!Double.isFinite(format.value(example))) {
      throw new IllegalArgumentException("no date follows from " + example);
    }
    return format;
  }

  /**
   * Numbers with groups of digits, a currency or a per cent sign.
   *
   * @param decimal {@value #POINT} or {@value #COMMA}
   * @throws IllegalArgumentException when it is another mark
   */
  public static ValueFormat number(String decimal) {
    if (!decimal.equals(POINT) && !decimal.equals(COMMA)) {
      throw new IllegalArgumentException("the decimal mark " + decimal + " is no point or comma");
    }
    return new ValueFormat(decimal, false);
  }

  /** Digits, perhaps in groups of three, and their decimals. */
  private static Pattern digits(String decimal) {
    String mark = Pattern.quote(decimal);
    String group =
        "(?:" + SPACES + "|['’]|" + Pattern.quote(decimal.equals(POINT) ? "," : ".") + ")";
    return Pattern.compile(
        "(\\d{1,3}(?:%s\\d{3})+|\\d+)?(?:%s(\\d*))?([eE][+-]?\\d+)?".formatted(group, mark));
  }

  /**
   * The value of a text: NaN where it is blank, positive infinity where it is not so written. A
   * number of per cent is a hundredth.
   */
  public double value(String text) {
    if (text.isBlank()) {
      return Double.NaN;
    }
    return date ? days(text.strip()) : parsed(text);
  }

  private double days(String text) {
    ParsePosition end = new ParsePosition(0);
    try {
      if (formatter().parseUnresolved(text, end) == null || end.getIndex() < text.length()) {
        return Double.POSITIVE_INFINITY;
      }
      return days(
          formatter()
              .parseBest(
                  text,
                  OffsetDateTime::from,
                  LocalDateTime::from,
                  LocalDate::from,
                  YearMonth::from));
    } catch (DateTimeException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  private static double days(TemporalAccessor when) {
    if (when instanceof LocalDate day) {
      return day.toEpochDay();
    }
    if (when instanceof YearMonth month) {
      return month.atDay(1).toEpochDay();
    }
    LocalDateTime time =
        when instanceof OffsetDateTime offset
            ? offset.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
            : (LocalDateTime) when;
    return time.toLocalDate().toEpochDay() + time.toLocalTime().toNanoOfDay() / NANOS_OF_DAY;
  }

  private double parsed(String text) {
    String left = text.replaceAll("^" + SPACES + "+|" + SPACES + "+$", "");
    boolean brackets = left.startsWith("(") && left.endsWith(")"); // as accountants write it
    if (brackets) {
      left = left.substring(1, left.length() - 1);
    }
    boolean hundredth = left.endsWith("%");
    if (hundredth) {
      left = left.substring(0, left.length() - 1);
    }
    int sign = brackets ? -1 : 1;
    String bare = withoutUnit(left);
    if (!bare.isEmpty() && "+-\u2212".indexOf(bare.charAt(0)) >= 0) {
      sign = bare.charAt(0) == '+' ? sign : -sign;
      bare = withoutUnit(bare.substring(1));
    }
    Matcher match = Objects.requireNonNull(digits).matcher(bare);
    boolean legal = match.matches() && (match.group(1) != null || hasDigits(match.group(2)));
    if (!legal) {
      return Double.POSITIVE_INFINITY;
    }
    String whole = match.group(1) == null ? "0" : match.group(1).replaceAll("\\D", "");
    String decimals = hasDigits(match.group(2)) ? "." + match.group(2) : "";
    String exponent = match.group(3) == null ? "" : match.group(3);
    double value = Double.parseDouble(whole + decimals + exponent);
    return sign * (hundredth ? value / 100 : value);
  }

  private static boolean hasDigits(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  /** The text without a currency and blanks at its ends. */
  private static String withoutUnit(String text) {
    Matcher unit = UNIT.matcher(text);
    String left = text;
    if (unit.find()) {
      boolean first = text.substring(0, unit.start()).isBlank();
      boolean last = text.substring(unit.end()).isBlank();
      boolean known = unit.group().length() == 1 || CURRENCIES.contains(unit.group());
      if (known && (first || last)) {
        left = first ? text.substring(unit.end()) : text.substring(0, unit.start());
      }
    }
    return left.replaceAll("^" + SPACES + "+|" + SPACES + "+$", "");
  }

  /**
   * The key under input.features that reads columns of such texts; empty when a text is no date of
   * ISO 8601 and no written number.
   */
  public static String looksWritten(String text) {
    if (Double.isFinite(date(ISO).value(text))) {
      return "input.features.dates";
    }
    boolean written =
        Double.isFinite(number(POINT).value(text)) || Double.isFinite(number(COMMA).value(text));
    return written ? "input.features.numbers" : "";
  }

  /** Whether values are days since 1970-01-01. */
  public boolean isDate() {
    return date;
  }

  /** What a value must be, after "is": "no date such as 2024-03-31". */
  public String fault() {
    return date
        ? "no date such as " + formatter().format(LocalDateTime.of(2024, 3, 31, 14, 5))
        : "no number such as " + (written.equals(POINT) ? "1,234.50" : "1.234,50");
  }

  private DateTimeFormatter formatter() {
    DateTimeFormatter made = formatter;
    if (made == null) {
      made = written.equals(ISO) ? ISO_FORMAT : ofPattern(written);
      formatter = made;
    }
    return made;
  }

  /** Years of the calendar, so that the strict resolver needs no era: 31 February is refused. */
  private static DateTimeFormatter ofPattern(String pattern) {
    StringBuilder years = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      quoted ^= c == '\'';
      years.append(c == 'y' && !quoted ? 'u' : c);
    }
    return DateTimeFormatter.ofPattern(years.toString(), Locale.ENGLISH)
        .withResolverStyle(ResolverStyle.STRICT);
  }
}
