package dev.concord.spark.input;

import dev.concord.spark.files.PointIds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Rows of points left out because a feature is missing ({@code input.features.missing = drop}), and
 * the rows of other inputs that name them.
 */
public final class DroppedRows {
  private static final int NAMED = 3;
  private static final String TRUTH = "input.truth";

  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final List<String> messages = new ArrayList<>();

  /** Takes the rows of the points. */
  public void addPoints(PointIds ids) {
    List<String> first =
        IntStream.range(0, Math.min(NAMED, ids.dropped().size()))
            .mapToObj(ids.dropped()::name)
            .toList();
    add(ids.points().isRowNumbers() ? "row " : "id ", ids.dropped().size(), first);
  }

  /**
   * Takes rows of points.
   *
   * @param word before the first of them: "id " or "row "
   * @param first the first few
   */
  public void add(String word, long rows, List<String> first) {
    if (rows > 0) {
      counts.put("input.features", rows);
      messages.add(
          (rows == 1
                  ? "1 row of input.features has a missing value and is left out: "
                  : rows + " rows of input.features have a missing value and are left out: ")
              + word
              + String.join(", ", first)
              + (rows > first.size() ? " and " + (rows - first.size()) + " more." : "."));
    }
  }

  /** Takes the rows of another input that name such rows of points. */
  public void add(String input, TableFaults rows) {
    if (rows.any()) {
      counts.put(input, rows.total());
      // A truth labels all rows, with or without features.
      if (!input.equals(TRUTH)) {
        messages.add(
            rows.total()
                + (rows.total() == 1 ? " row of " : " rows of ")
                + input
                + (rows.total() == 1 ? " names" : " name")
                + " points that are left out for a missing value and "
                + (rows.total() == 1 ? "is" : "are")
                + " not used: "
                + rows.text()
                + ".");
      }
    }
  }

  /** Rows left out, by input; only inputs that lost some. */
  public Map<String, Long> counts() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /** Passes a line for each input that lost rows. */
  public void report(Consumer<String> warnings) {
    messages.forEach(warnings);
    messages.clear();
  }
}
