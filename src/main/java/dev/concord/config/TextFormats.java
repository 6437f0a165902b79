package dev.concord.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Feature columns of dates and of numbers as people write them.
 *
 * @param dates the format of each column of dates, as {@code graph.features.ValueFormat} names it
 * @param numbers the decimal mark of each column of numbers, a point or a comma
 */
public record TextFormats(Map<String, String> dates, Map<String, String> numbers) {
  public static final TextFormats NONE = new TextFormats(Map.of(), Map.of());

  public TextFormats {
    dates = Collections.unmodifiableMap(new LinkedHashMap<>(dates));
    numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
  }

  /** Their columns, dates first. */
  public List<String> columns() {
    List<String> columns = new ArrayList<>(dates.keySet());
    columns.addAll(numbers.keySet());
    return columns;
  }
}
