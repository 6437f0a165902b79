package dev.concord.cli.start;

import java.util.ArrayList;
import java.util.List;

/** A paragraph in lines of a readable length. */
public final class Wrapped {
  private Wrapped() {}

  /** The lines, none longer than {@code width} unless a word is. */
  public static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split("\\s+", -1)) {
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
