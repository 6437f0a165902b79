package dev.concord.study.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The file of a study's trials, to which each trial adds its rows as it ends.
 *
 * @param <R> a row
 * @param header the names of the columns
 * @param read the row of a line
 * @param line the line of a row
 * @param trial what the rows of one trial have in common
 * @param rows of a finished trial
 */
public record TrialFile<R>(
    String header,
    Function<String, R> read,
    Function<R, String> line,
    Function<R, List<?>> trial,
    int rows) {
  /** The rows of the finished trials in a file, which then holds these alone. */
  public List<R> resume(Path file) throws IOException {
    int columns = header.split(",", -1).length;
    List<R> all = new ArrayList<>();
    Map<List<?>, Integer> count = new HashMap<>();
    if (Files.exists(file)) {
      Files.readAllLines(file).stream()
          .skip(1)
          .filter(text -> text.split(",", -1).length == columns)
          .map(read)
          .forEach(all::add);
    }
    all.forEach(row -> count.merge(trial.apply(row), 1, Integer::sum));
    List<R> kept = new ArrayList<>(all);
    kept.removeIf(row -> count.getOrDefault(trial.apply(row), 0) != rows);
    List<String> lines = new ArrayList<>(List.of(header));
    kept.forEach(row -> lines.add(line.apply(row)));
    Files.write(file, lines);
    return kept;
  }
}
