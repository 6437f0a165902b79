package dev.concord.benchmark;

import dev.concord.error.InputException;

/**
 * A hand-written page with places for tables: {@code <!-- benchmark:NAME -->} and {@code <!--
 * /benchmark:NAME -->}, each alone on its line. What lies between is replaced, all else is kept to
 * the last character.
 */
final class MarkedText {
  private final String place;
  private String text;

  /**
   * A page.
   *
   * @param place how to name it in an error
   */
  MarkedText(String place, String text) {
    this.place = place;
    this.text = text;
  }

  static String opening(String name) {
    return "<!-- benchmark:" + name + " -->\n";
  }

  static String closing(String name) {
    return "<!-- /benchmark:" + name + " -->\n";
  }

  /**
   * Puts {@code body} between the markers of {@code name}.
   *
   * @throws InputException when a marker is missing, stands twice, or the two are out of order
   */
  void replace(String name, String body) {
    int start = only(opening(name)) + opening(name).length();
    int end = only(closing(name));
    if (end < start) {
      throw new InputException(
          place + ": " + closing(name).strip() + " stands before " + opening(name).strip());
    }
    text = text.substring(0, start) + body.strip() + "\n" + text.substring(end);
  }

  /** Refuses a page without the markers of {@code name}: asked before hours of measuring. */
  void require(String name) {
    only(opening(name));
    only(closing(name));
  }

  private int only(String marker) {
    int at = find(marker, 0);
    if (at < 0) {
      throw new InputException(
          "%s: the line %s is missing; put it and %s around the place of the table"
              .formatted(place, marker.strip(), counterpart(marker)));
    }
    if (find(marker, at + 1) >= 0) {
      throw new InputException(place + ": the line " + marker.strip() + " stands there twice");
    }
    return at;
  }

  private static String counterpart(String marker) {
    String name = marker.substring(marker.indexOf(':') + 1).replace(" -->\n", "");
    return (marker.startsWith("<!-- /") ? opening(name) : closing(name)).strip();
  }

  /** Where {@code marker} begins a line, from {@code from} on, or -1. */
  private int find(String marker, int from) {
    int at = text.indexOf(marker, from);
    while (at > 0 && text.charAt(at - 1) != '\n') {
      at = text.indexOf(marker, at + 1);
    }
    return at;
  }

  @Override
  public String toString() {
    return text;
  }
}
