package dev.concord.benchmark;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown. */
final class Table {
  private final List<String> lines = new ArrayList<>();
  private final int columns;

  /** Headings; those that begin with ">" head columns set to the right. */
  Table(String... headings) {
    columns = headings.length;
    StringBuilder rule = new StringBuilder("|");
    List<String> names = new ArrayList<>();
    for (String heading : headings) {
      boolean right = heading.startsWith(">");
      names.add(right ? heading.substring(1) : heading);
      rule.append(right ? "--:|" : "---|");
    }
    lines.add(line(names));
    lines.add(rule.toString());
  }

  Table row(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException(cells.length + " cells for " + columns + " columns");
    }
    lines.add(line(List.of(cells)));
    return this;
  }

  private static String line(List<String> cells) {
    StringBuilder line = new StringBuilder("|");
    for (String cell : cells) {
      line.append(' ').append(cell.replace("|", "\\|")).append(cell.isEmpty() ? "|" : " |");
    }
    return line.toString();
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
