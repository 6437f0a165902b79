package dev.concord.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps secrets out of everything that is written. Options of sources are shown only under keys
 * that are known to be harmless. URLs lose their user info, every value of their query and their
 * fragment. Other texts lose what looks like a credential. Every pass over a text is linear in its
 * length.
 */
public final class Redaction {
  /** The text in place of a secret; Spark uses the same. */
  public static final String TEXT = "*********(redacted)";

  /** Set by spark-submit's --conf, or as a system property. */
  private static final String SPARK_RULE = "spark.redaction.regex";

  /**
   * Options that say how a table is read, in lower case: those of Spark's sources of files, of its
   * JDBC source without URL, query and user, of Delta and Iceberg, and of Concord's own readers.
   */
  private static final Set<String> HARMLESS =
      Set.of(
          ("sep delimiter encoding charset quote quoteall escape escapequotes"
                  + " chartoescapequoteescaping comment header inferschema preferdate enforceschema"
                  + " ignoreleadingwhitespace ignoretrailingwhitespace nullvalue emptyvalue nanvalue"
                  + " positiveinf negativeinf dateformat timestampformat timestampntzformat"
                  + " enabledatetimeparsingfallback maxcolumns maxcharspercolumn mode"
                  + " columnnameofcorruptrecord multiline samplingratio locale linesep"
                  + " unescapedquotehandling compression codec schema timezone primitivesasstring"
                  + " prefersdecimal allowcomments allowunquotedfieldnames allowsinglequotes"
                  + " allownumericleadingzeros allowbackslashescapinganycharacter dropfieldifallnull"
                  + " allowunquotedcontrolchars allownonnumericnumbers mergeschema datetimerebasemode"
                  + " int96rebasemode pathglobfilter recursivefilelookup modifiedbefore modifiedafter"
                  + " ignoremissingfiles ignorecorruptfiles basepath wholetext ignoreextension"
                  + " numfeatures vectortype dropinvalid rowtag valuetag attributeprefix sheetname"
                  + " dataaddress driver dbtable partitioncolumn lowerbound upperbound numpartitions"
                  + " querytimeout fetchsize batchsize isolationlevel versionasof timestampasof"
                  + " snapshot-id as-of-timestamp branch tag split-size width height channels"
                  + " position")
              .split(" "));

  private static final String STRONG =
      "secret|password|passwd|pwd|passphrase|passcode|token|credential|signature|authorization"
          + "|(?:access|account|api|private|encryption|shared)[._-]?key";

  /** Names of credentials. */
  private static final Pattern SECRET_NAME = Pattern.compile("(?i)" + STRONG);

  /** Names of credentials, and short words that are names of credentials before an equals sign. */
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(?i)"
              + STRONG
              + "|(?:^|[^a-z])(?:pass|auth|sas|sig|cookie|bearer)$"
              + "|(?-i:Pass|Auth|Sas|Sig)$|%[0-9a-f]{2}");

  private static final Pattern BEARER = Pattern.compile("(?i)\\b(bearer[ \\t]++)[^\\s\"',;<>]++");

  private Redaction() {}

  private static boolean isSecret(String key) {
    return ASSIGNED.matcher(key).find() || isSecretToSpark(key);
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

  /** Whether the value of a source's option may be shown. */
  public static boolean isShown(String option) {
    return HARMLESS.contains(option.toLowerCase(Locale.ROOT)) && !isSecretToSpark(option);
  }

  /** The value of a source's option, or the text in its place. */
  public static String option(String option, String value) {
    return isShown(option) ? text(value) : TEXT;
  }

  /** The options of a source, by key, as they may be shown. */
  public static Map<String, String> options(Map<String, String> options) {
    Map<String, String> shown = new TreeMap<>();
    options.forEach((key, value) -> shown.put(key, option(key, value)));
    return shown;
  }

  /**
   * Whether equal shown options mean equal ones, but for names of credentials and settings of file
   * systems, which change nothing in what is read.
   */
  public static boolean identifies(Map<String, String> options) {
    return options.keySet().stream()
        .allMatch(key -> isShown(key) || isSecret(key) || key.startsWith("fs."));
  }

  /** A message about a table, without the values of its options that are not shown. */
  public static String without(Map<String, String> options, String message) {
    String out = message;
    for (Map.Entry<String, String> option : options.entrySet()) {
      String value = option.getValue();
      // Shorter ones, such as true or 100, are words of any message.
      if (value.length() > 4 && !isShown(option.getKey())) {
        out = out.replace(value, TEXT);
      }
    }
    return text(out);
  }

  /** A copy of nested maps, lists and values, every text of which passes {@link #text}. */
  public static Map<String, @Nullable Object> tree(Map<String, ? extends @Nullable Object> tree) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>();
    tree.forEach((key, value) -> out.put(key, copy(value)));
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

  /**
   * Free text without credentials: user info, query values and fragments of URLs, {@code
   * user:password@host}, and values of names such as {@code password}. The container of {@code
   * abfss://container@account} stays. Redacted text stays as it is.
   */
  public static String text(String text) {
    String out = BEARER.matcher(text).replaceAll("$1" + TEXT.replace("$", "\\$"));
    return users(urls(commandOptions(assignments(out))));
  }

  /** Masks the values of {@code password = x}, {@code "password":"x"} and {@code password -> x}. */
  private static String assignments(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int done = 0;
    int floor = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      boolean arrow = c == '>' && at > 0 && text.charAt(at - 1) == '-';
      if (c != '=' && c != ':' && !arrow) {
        continue;
      }
      String name = nameBefore(text, floor, arrow ? at - 1 : at);
      int before = at - name.length() - 1;
      boolean query = c == '=' && before >= 0 && "?&".indexOf(text.charAt(before)) >= 0;
      floor = at + 1;
      if (!query && !(c == '=' ? ASSIGNED : SECRET_NAME).matcher(name).find()) {
        continue;
      }
      int from = floor;
      while (from < text.length() && " \t\\".indexOf(text.charAt(from)) >= 0) {
        from++;
      }
      boolean whole = name.toLowerCase(Locale.ROOT).endsWith("authorization");
      int to = whole && !isQuote(text, from) ? lineEnd(text, from) : valueEnd(text, from);
      done = mask(text, done, from, to, out);
      floor = done;
      at = done - 1;
    }
    return out.append(text, done, text.length()).toString();
  }

  /**
   * The name that ends before {@code end}, blanks, quotes and backslashes between them left out.
   */
  private static String nameBefore(String text, int floor, int end) {
    int to = end;
    while (to > floor && " \t\\\"'".indexOf(text.charAt(to - 1)) >= 0) {
      to--;
    }
    int from = to;
    while (from > floor && isNameLetter(text.charAt(from - 1))) {
      from--;
    }
    return text.substring(from, to);
  }

  private static boolean isNameLetter(char c) {
    return Character.isLetterOrDigit(c) || "_.-%".indexOf(c) >= 0;
  }

  /** Masks the argument after {@code --password}. */
  private static String commandOptions(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int done = 0;
    int at = 0;
    while (at < text.length()) {
      int end = tokenEnd(text, at);
      boolean secret = text.charAt(at) == '-' && ASSIGNED.matcher(text.substring(at, end)).find();
      at = end;
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (secret && at > end && at < text.length() && isNameLetter(text.charAt(end - 1))) {
        done = mask(text, done, at, valueEnd(text, at), out);
        at = done;
      } else if (at == end) {
        at++;
      }
    }
    return out.append(text, done, text.length()).toString();
  }

  /** Masks user info, query values and fragments of URLs. */
  private static String urls(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int done = 0;
    int sign = text.indexOf("://");
    while (sign >= 0) {
      int host = sign + 3;
      if (!isFile(text, sign)) {
        int end = urlEnd(text, host);
        int query = host;
        while (query < end && text.charAt(query) != '?' && text.charAt(query) != '#') {
          query++;
        }
        int at = userEnd(text, sign, query, end);
        if (at > 0) {
          done = mask(text, done, host, at, out);
          query = Math.max(query, at);
        }
        done = query(text, done, query, end, out);
        host = Math.max(end, done);
      }
      sign = text.indexOf("://", host);
    }
    return out.append(text, done, text.length()).toString();
  }

  /** The place of the @ that ends the user info of a URL, 0 when there is none. */
  private static int userEnd(String text, int sign, int query, int end) {
    String rest = text.substring(sign + 3, end);
    int slash = rest.indexOf('/');
    String first =
        rest.substring(0, slash < 0 ? query - sign - 3 : Math.min(slash, query - sign - 3));
    boolean password = first.indexOf(':') >= 0;
    if (!password && isAzure(text, sign)) {
      return 0;
    }
    // A password may hold a slash, a question mark, a number sign or an @.
    int at = (password ? rest : first).lastIndexOf('@');
    return at < 0 ? 0 : sign + 3 + at;
  }

  /** Whether what stands before the @ is a container. */
  private static boolean isAzure(String text, int sign) {
    return text.startsWith("abfs", sign - 4)
        || text.startsWith("abfss", sign - 5)
        || text.startsWith("wasb", sign - 4)
        || text.startsWith("wasbs", sign - 5);
  }

  private static boolean isFile(String text, int sign) {
    return text.startsWith("file:///", sign - 4);
  }

  /** Masks from the ? or # of a URL on; a ? of a path pattern is followed by no value. */
  private static int query(String text, int done, int from, int end, StringBuilder out) {
    int written = done;
    int at = from;
    while (at < end) {
      char c = text.charAt(at++);
      if (c == '#') {
        return at < end ? mask(text, written, at, end, out) : written;
      }
      if (c == '=') {
        int to = at;
        while (to < end && "&;#".indexOf(text.charAt(to)) < 0) {
          to++;
        }
        to = isQuote(text, at) ? valueEnd(text, at) : to;
        if (to > at) {
          written = mask(text, written, at, to, out);
          at = to;
        }
      }
    }
    return written;
  }

  private static int urlEnd(String text, int from) {
    int end = from;
    while (end < text.length()
        && !Character.isWhitespace(text.charAt(end))
        && "\"<>`".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return sentence(text, from, end);
  }

  /** Masks {@code user:password@} and, after {@code jdbc:}, {@code user/password@}. */
  private static String users(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int done = 0;
    int at = 0;
    while (at < text.length()) {
      int end = at;
      while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      int url = text.substring(at, end).indexOf("://");
      String token = text.substring(at, url < 0 ? end : at + url);
      int sign = token.lastIndexOf('@');
      if (sign > 0) {
        int jdbc = token.indexOf("jdbc:");
        int colon = token.indexOf(':');
        int equals = token.indexOf('=');
        int from = equals >= 0 && equals < colon ? equals + 1 : 0;
        if (jdbc >= 0 && jdbc < sign) {
          int kind = token.indexOf(':', jdbc + 5);
          from = kind < 0 || kind > sign ? jdbc + 5 : kind + 1;
          colon = from;
        }
        if (colon >= 0 && colon < sign) {
          done = mask(text, done, at + from, at + sign, out);
        }
      }
      at = end + 1;
    }
    return out.append(text, done, text.length()).toString();
  }

  private static int tokenEnd(String text, int from) {
    int end = from;
    while (end < text.length()
        && !Character.isWhitespace(text.charAt(end))
        && text.charAt(end) != '"') {
      end++;
    }
    return end;
  }

  private static boolean isQuote(String text, int at) {
    return at < text.length() && "\"'{[".indexOf(text.charAt(at)) >= 0;
  }

  /** The end of a value: after its closing quote or bracket, else before a separator. */
  private static int valueEnd(String text, int from) {
    if (text.startsWith(TEXT, from)) {
      return from + TEXT.length();
    }
    if (isQuote(text, from)) {
      char open = text.charAt(from);
      char close = open == '{' ? '}' : open == '[' ? ']' : open;
      int end = text.indexOf(close, from + 1);
      return end < 0 ? text.length() : end + 1;
    }
    int end = from;
    while (end < text.length()
        && !Character.isWhitespace(text.charAt(end))
        && "&;\"<>".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return sentence(text, from, end);
  }

  /** The end before the marks of the sentence around, but that what is redacted ends with one. */
  private static int sentence(String text, int from, int to) {
    int end = to;
    while (end > from
        && ".,;:!?)]}'".indexOf(text.charAt(end - 1)) >= 0
        && !text.startsWith(TEXT, end - TEXT.length())) {
      end--;
    }
    return end;
  }

  private static int lineEnd(String text, int from) {
    int end = from;
    while (end < text.length() && "\r\n\";".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** Copies the text up to {@code from}, masks it up to {@code to}, and returns that place. */
  private static int mask(String text, int done, int from, int to, StringBuilder out) {
    out.append(text, done, from);
    if (to > from) {
      out.append(TEXT);
    }
    return to;
  }
}
