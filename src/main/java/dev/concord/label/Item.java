package dev.concord.label;

import java.util.List;

/**
 * A point as a person sees it.
 *
 * @param id as text
 * @param picture of its features as a data: URI, or empty
 * @param link to a page about it, or empty
 * @param like similar points of the same cluster
 */
public record Item(String id, String picture, String link, List<Likeness> like) {
  public Item {
    like = List.copyOf(like);
  }

  /**
   * A similar point.
   *
   * @param picture as a data: URI, or empty
   * @param text what its shown columns say, or empty
   */
  public record Likeness(String id, String picture, String text) {}
}
