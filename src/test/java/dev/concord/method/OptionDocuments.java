package dev.concord.method;

import dev.concord.method.pipeline.Catalogue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes what documents say of the options of methods, from their declarations. */
final class OptionDocuments {
  private static final int WIDTH = 100;

  private OptionDocuments() {}

  /** The block method of reference.conf. */
  static String reference(List<Method> methods) {
    return methods.stream()
        .map(method -> block(method, "  ", ""))
        .collect(Collectors.joining("\n", "method {\n", "}\n"));
  }

  /**
   * The options of a method.
   *
   * @param prefix of its name
   */
  static String block(Method method, String indent, String prefix) {
    StringBuilder text = new StringBuilder();
    comment(text, indent, method.info().title() + ". Needs " + method.info().needs() + ".");
    text.append(indent).append(prefix).append(method.info().name()).append(" {\n");
    for (Option<?> option : method.options()) {
      comment(text, indent + "  ", meaning(option));
      text.append(indent).append("  ").append(option.name()).append(" = ").append(value(option));
      text.append('\n');
    }
    return text.append(indent).append("}\n").toString();
  }

  /**
   * The table of docs/METHODS.md: a row for each option, with the methods that declare it alike.
   */
  static String table(Catalogue catalogue) {
    Map<List<String>, List<String>> methods = new LinkedHashMap<>();
    for (String name : catalogue.names()) {
      for (Option<?> option : catalogue.method(name).options()) {
        String follows = option.follows();
        String value = follows.isEmpty() ? "`" + value(option) + "`" : "as `" + follows + "`";
        String facts = "%s | %s | %s".formatted(value, option.type().rule(), option.sentence());
        methods
            .computeIfAbsent(List.of(option.name(), facts), row -> new ArrayList<>())
            .add("`" + name + "`");
      }
    }
    StringBuilder text = new StringBuilder();
    text.append("\n| option | methods | default | values | meaning |\n|---|---|---|---|---|\n");
    methods.forEach(
        (row, names) ->
            text.append(
                "| `%s` | %s | %s |\n"
                    .formatted(row.get(0), String.join(", ", names), row.get(1))));
    return text.append('\n').toString();
  }

  private static String value(Option<?> option) {
    return option.defaultText();
  }

  /** The rule and, where the default follows from another key, that key. */
  private static String rule(Option<?> option) {
    String rule = option.type().rule();
    return option.follows().isEmpty() ? rule : rule + "; null: as " + option.follows();
  }

  private static String meaning(Option<?> option) {
    List<String> words = option.type().words();
    return words.isEmpty()
        ? option.sentence() + " Must be " + rule(option) + "."
        : String.join(" | ", words) + ". " + option.sentence();
  }

  private static void comment(StringBuilder text, String indent, String comment) {
    for (String line : wrapped(comment, WIDTH - indent.length() - 2)) {
      text.append(indent).append("# ").append(line).append('\n');
    }
  }

  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
