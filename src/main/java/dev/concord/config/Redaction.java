package dev.concord.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps secrets out of everything that is written: Spark's rule for keys ({@code
 * spark.redaction.regex}, its default and what the user sets besides), some keys of object stores
 * that the default does not list, and URLs.
 */
public final class Redaction {
  /** The text in place of a secret; Spark uses the same. */
  public static final String TEXT = "*********(redacted)";

  private static final String SECRET =
      "secret|password|passwd|passphrase|token|credential|signature|access[._-]?key|account[._-]?key"
          + "|api[._-]?key|private[._-]?key";

  /** Set by spark-submit's --conf, or as a system property. */
  private static final String SPARK_RULE = "spark.redaction.regex";

  private static final Pattern SECRET_KEY = Pattern.compile("(?i)" + SECRET);
  private static final Pattern USER_INFO =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://)[^/@\\s]*:[^/\\s]*@");
  private static final Pattern PARAMETER =
      Pattern.compile("(?i)((?:" + SECRET + "|[?&;]sig)[^=&;?\\s]*=)[^&;\\s]+");

  private static final String IN_TEXT = Matcher.quoteReplacement(TEXT);

  private Redaction() {}

  /** Whether values under {@code key} are secret. */
  public static boolean isSecret(String key) {
    return SECRET_KEY.matcher(key).find() || isSecretToSpark(key);
  }

  private static boolean isSecretToSpark(String key) {
    String rule = System.getProperty(SPARK_RULE);
    if (rule == null) {
      return false;
    }
    try {
      return Pattern.compile(rule).matcher(key).find();
    } catch (PatternSyntaxException e) {
      return true; // Spark refuses to start with it; until then nothing is shown.
    }
  }

  /** {@code value}, or the redacted form of it: of all when the key is secret, else of its URLs. */
  public static String value(String key, String value) {
    return isSecret(key) ? TEXT : text(value);
  }

  /**
   * Free text with credentials removed: {@code user:password@} in URLs, and parameters such as
   * {@code password=...}. A bare user or container name ({@code abfss://container@account}) stays.
   */
  public static String text(String text) {
    String noUser = USER_INFO.matcher(text).replaceAll("$1" + IN_TEXT + "@");
    return PARAMETER.matcher(noUser).replaceAll("$1" + IN_TEXT);
  }

  /**
   * A log4j pattern around another that does to log lines what {@link #text} does to texts.
   *
   * @param pattern a log4j pattern
   */
  public static String logPattern(String pattern) {
    String mask = TEXT.replace("(", "").replace(")", "");
    return "%replace{%replace{"
        + pattern
        + "}{"
        + USER_INFO.pattern()
        + "}{$1"
        + mask
        + "@}}{"
        + PARAMETER.pattern()
        + "}{$1"
        + mask
        + "}";
  }

  /** A copy of nested maps, lists and values, redacted; a secret key hides all beneath it. */
  public static Map<String, @Nullable Object> tree(Map<String, ? extends @Nullable Object> tree) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    tree.forEach((key, value) -> out.put(key, value != null && isSecret(key) ? TEXT : copy(value)));
    return out;
  }

  private static @Nullable Object copy(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> keyed = new LinkedHashMap<>();
      map.forEach((key, inner) -> keyed.put(String.valueOf(key), inner));
      return tree(keyed);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> out = new ArrayList<>(list.size());
      list.forEach(inner -> out.add(copy(inner)));
      return out;
    }
    return value instanceof String string ? text(string) : value;
  }
}
