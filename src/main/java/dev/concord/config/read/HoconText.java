package dev.concord.config.read;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigOriginFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import dev.concord.config.Redaction;
import dev.concord.error.InputException;
import java.io.File;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From the text of a configuration and its overrides to one resolved tree. */
final class HoconText {
  private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\{[^}]*\\}");

  private static final String FOLLOWS = " may not be followed by token: ";

  /** What may be shown of a text that cannot be read. */
  private static final Pattern MARK =
      Pattern.compile("'(?:[^A-Za-z0-9']{1,2}|newline)'|end of file");

  /** From where on the library's words are the values themselves. */
  private static final Pattern QUOTED =
      Pattern.compile("(?s)(?:, )?(?:Simple|Config|Quoted|Unquoted)[A-Za-z]*\\(.*|\".*");

  /** Levels of nesting, by brackets, and as many again by dots of a key. */
  private static final int DEEPEST = 32;

  /** Texts in quotes, comments, and the marks that nest or end a key. */
  private static final Pattern NESTING =
      Pattern.compile(
          "\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*+\"?|(?:#|//)[^\n]*+|[\\[\\]{}.,=:\\s]");

  private HoconText() {}

  /**
   * The text with the overrides laid over it and all substitutions resolved: by keys of the
   * configuration, then by environment variables.
   *
   * @param origin name of the text in messages, such as its path
   * @param sets overrides, {@code key=value}; a later one wins
   * @throws InputException when text or override cannot be read, or a substitution not be resolved
   */
  static Config read(String text, String origin, List<String> sets) {
    Config config = parse(text, origin);
    for (String set : sets) {
      config = override(set).withFallback(config);
    }
    Expansion.requireSmall(config.root(), origin);
    try {
      return config.resolve();
    } catch (ConfigException.UnresolvedSubstitution e) {
      throw unresolved(e, origin);
    } catch (ConfigException e) {
      throw new InputException(origin + ": " + detail(e) + "; correct it.");
    }
  }

  private static Config parse(String text, String origin) {
    requireShallow(text, origin);
    try {
      return ConfigFactory.parseString(
          text,
          ConfigParseOptions.defaults()
              .setOriginDescription(origin)
              .setIncluder(new NoIncludes(origin)));
    } catch (ConfigException e) {
      throw new InputException(
          ("%s is not valid HOCON: %s. Correct the line; texts with any of $ \" { } [ ] : = , + #"
                  + " ` ^ ? ! @ * & \\ or // need double quotes.")
              .formatted(place(e.origin(), origin), detail(e)));
    }
  }

  /**
   * {@code key=value}: the value is taken as it stands, so paths and URLs need no quotes, unless it
   * starts like a HOCON list, block or quoted text, holds a substitution, or is null.
   */
  private static Config override(String set) {
    int equals = set.indexOf('=');
    String key = equals < 0 ? "" : set.substring(0, equals).trim();
    if (key.isEmpty()) {
      throw new InputException(
          "--set "
              + set.split("[^\\w.-]", 2)[0]
              + " is not of the form key=value; write for instance --set graph.neighbors=15.");
    }
    String value = set.substring(equals + 1).trim();
    String safe = "--set " + key;
    requireShallow(key, "--set");
    requireShallow(value, safe);
    try {
      List<String> path = ConfigUtil.splitPath(key);
      boolean hocon =
          value.equals("null") || value.contains("${") || value.matches("(?s)[\\[{\"].*");
      if (!hocon) {
        return at(path, ConfigValueFactory.fromAnyRef(value, safe), safe);
      }
      Config parsed =
          ConfigFactory.parseString(
              "v = " + value,
              ConfigParseOptions.defaults()
                  .setOriginDescription(safe)
                  .setIncluder(new NoIncludes(safe)));
      ConfigObject renamed = parsed.root().withOnlyKey("v");
      ConfigValue only = renamed.values().iterator().next();
      return at(path, only.withOrigin(ConfigOriginFactory.newSimple(safe)), safe);
    } catch (ConfigException e) {
      throw new InputException(
          ("%s cannot be read: %s. Write key=value with a dotted key, and a value that is plain"
                  + " text or HOCON.")
              .formatted(safe, detail(e)));
    }
  }

  /** The value under its path, every block on the way called {@code origin}. */
  private static Config at(List<String> path, ConfigValue value, String origin) {
    ConfigValue tree = value;
    for (int i = path.size() - 1; i > 0; i--) {
      tree = ConfigValueFactory.fromMap(Map.of(path.get(i), tree), origin);
    }
    return ConfigValueFactory.fromMap(Map.of(path.get(0), tree), origin).toConfig();
  }

  private static InputException unresolved(
      ConfigException.UnresolvedSubstitution e, String origin) {
    Matcher name = SUBSTITUTION.matcher(String.valueOf(e.getMessage()));
    String substitution = name.find() ? name.group() : "a substitution";
    String variable = substitution.replaceAll("[${}?]", "");
    return new InputException(
        ("%s uses %s, which is neither a key of this configuration with a value nor an environment"
                + " variable; export %s before the start, or write the value itself.")
            .formatted(place(e.origin(), origin), substitution, variable),
        e);
  }

  private static String place(ConfigOrigin origin, String otherwise) {
    return origin == null ? otherwise : origin.description();
  }

  /**
   * The library's words without the place before them and, as a value may be a secret, without the
   * part of the text that they quote, unless it is a mark.
   */
  private static String detail(ConfigException e) {
    String message = String.valueOf(e.getMessage());
    String place = e.origin() == null ? "" : e.origin().description() + ": ";
    String text =
        (message.startsWith(place) ? message.substring(place.length()) : message)
            .replace("token:", "token");
    int follows = text.lastIndexOf(FOLLOWS);
    if (follows >= 0) {
      return "a key may not be followed by " + token(text.substring(follows + FOLLOWS.length()));
    }
    int quote = text.indexOf('\'');
    if (quote >= 0) {
      return text.substring(0, quote) + token(text.substring(quote));
    }
    return QUOTED.matcher(text).replaceAll("").strip().replaceAll("\\.$", "");
  }

  private static String token(String quoted) {
    Matcher mark = MARK.matcher(quoted);
    return mark.lookingAt() ? mark.group() : "something else";
  }

  /** Refuses texts whose nesting would overflow the stack of whoever reads them. */
  private static void requireShallow(String text, String origin) {
    int depth = 0;
    int dots = 0;
    int line = 1;
    Matcher token = NESTING.matcher(text);
    while (token.find()) {
      char c = token.group().charAt(0);
      if (c == '\n') {
        line++;
      }
      if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      }
      dots = c == '.' ? dots + 1 : c == '"' ? dots : 0;
      if (depth > DEEPEST || dots > DEEPEST) {
        throw new InputException(
            ("%s: line %s is nested more than %s deep, by brackets or by the dots of a key; no key"
                    + " of Concord is. Remove what is too deep, and put double quotes around"
                    + " texts with many dots.")
                .formatted(origin, line, DEEPEST));
      }
      if (c == '"') {
        line += (int) token.group().chars().filter(at -> at == '\n').count();
      }
    }
  }

  /** A tree without its null values: null means "as if it were not there". */
  static ConfigObject withoutNulls(ConfigObject tree) {
    ConfigObject out = tree;
    for (Map.Entry<String, ConfigValue> entry : tree.entrySet()) {
      if (entry.getValue().valueType() == ConfigValueType.NULL) {
        out = out.withoutKey(entry.getKey());
      } else if (entry.getValue() instanceof ConfigObject inner) {
        out = out.withValue(entry.getKey(), withoutNulls(inner));
      }
    }
    return out;
  }

  /** The text comes through Hadoop, so a path in it cannot be followed: said, not ignored. */
  private record NoIncludes(String origin)
      implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
      return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
      throw refused(what);
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
      throw refused(what.getPath());
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
      throw refused(what.toString());
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
      throw refused(what);
    }

    private InputException refused(String what) {
      return new InputException(
          ("%s: include \"%s\" is not supported; put everything into one file, or give what"
                  + " differs by --set key=value.")
              .formatted(origin, Redaction.text(what)));
    }
  }
}
