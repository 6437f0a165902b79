package dev.concord.config;

/** What the configuration can already say and this version cannot yet do. */
final class NotYet {
  private NotYet() {}

  /** Notes a wish for the approximate search. */
  static void checkSearch(Section block, String search) {
    if (search.equals("approximate")) {
      block.refuse(
          "search",
          "auto or exact: the approximate search is not part of this version",
          "set it to exact.");
    }
  }
}
