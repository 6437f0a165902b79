package dev.concord.suggest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The clusters of the last round of questions, kept in a file beside the table of answers. So the
 * next round tells how far the answers since then changed them, whichever command makes it.
 *
 * @param about describes points and method; rounds of another description are not compared
 * @param answers judged pairs that the table had, each as often as it was judged
 * @param stability of this round
 * @param labels cluster of each point, not negative; kept
 */
public record KeptRound(String about, int answers, Stability stability, int[] labels) {
  private static final String MARK = "concord round 1";

  /** The file for a table of answers: a hidden one in the same folder. */
  static Path beside(Path table) {
    return table.resolveSibling("." + table.getFileName() + ".round");
  }

  public static boolean isBeside(Path table) {
    return Files.exists(beside(table));
  }

  /**
   * The round kept beside a table, or null when there is none.
   *
   * @throws IOException when the file cannot be read, or holds something else
   */
  public static @Nullable KeptRound read(Path table) throws IOException {
    Path file = beside(table);
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      return null;
    }
    try {
      if (lines.size() == 4 && lines.get(0).equals(MARK)) {
        String[] figures = lines.get(2).split(" ", -1);
        Stability stability =
            new Stability(Double.parseDouble(figures[1]), Integer.parseInt(figures[2]));
        return new KeptRound(
            lines.get(1), Integer.parseInt(figures[0]), stability, labels(lines.get(3)));
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(file + " holds no round of questions", e);
    }
    throw new IOException(file + " holds no round of questions");
  }

  private static int[] labels(String line) {
    return Arrays.stream(line.split(" ", -1)).mapToInt(Integer::parseUnsignedInt).toArray();
  }

  /** Keeps this round beside a table, in place of the one before. */
  public void write(Path table) throws IOException {
    String text =
        String.join(
            "\n",
            MARK,
            about,
            answers + " " + stability.moved() + " " + stability.calm(),
            IntStream.of(labels).mapToObj(Integer::toString).collect(Collectors.joining(" ")),
            "");
    Path file = beside(table);
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(draft, text);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
