package dev.concord.config.read;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import dev.concord.config.TextFormats;
import dev.concord.graph.features.ValueFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads which feature columns are dates or written numbers: a list, or a block with formats. */
final class FormatSection {
  private static final String DATES = "dates";
  private static final String NUMBERS = "numbers";

  private FormatSection() {}

  /** Those of the block input.features. */
  static TextFormats read(Section block) {
    Map<String, String> dates =
        formats(
            block,
            DATES,
            ValueFormat.ISO,
            ValueFormat::date,
            "iso or a pattern such as dd.MM.yyyy for each column");
    Map<String, String> numbers =
        formats(
            block,
            NUMBERS,
            ValueFormat.POINT,
            ValueFormat::number,
            "the decimal mark of each column, \".\" or \",\"");
    for (String both : numbers.keySet()) {
      if (dates.containsKey(both)) {
        block.problem(
            NUMBERS,
            "%s and %s both name %s; a column is read in one way, so take it out of one of them."
                .formatted(block.place(NUMBERS), block.place(DATES), both));
      }
    }
    return new TextFormats(dates, numbers);
  }

  private static Map<String, String> formats(
      Section block, String key, String usual, Consumer<String> check, String rule) {
    if (block.value(key) instanceof ConfigList) {
      Map<String, String> formats = new LinkedHashMap<>();
      List<String> columns = block.texts(key, false);
      columns.forEach(column -> formats.put(column, usual));
      return formats;
    }
    Map<String, String> formats = block.options(key);
    block.note(key, formats); // no secrets, as options of a source may be
    for (Map.Entry<String, String> format : formats.entrySet()) {
      try {
        check.accept(format.getValue());
      } catch (IllegalArgumentException e) {
        block.problem(
            key,
            "%s.\"%s\" = %s must be %s (%s); change it."
                .formatted(
                    block.place(key), format.getKey(), format.getValue(), rule, e.getMessage()));
      }
    }
    return formats;
  }

  /** Whether a key of that name may have a list where reference.conf has a block. */
  static boolean mayBeList(String key, ConfigValue value) {
    return (key.equals(DATES) || key.equals(NUMBERS)) && value instanceof ConfigList;
  }
}
