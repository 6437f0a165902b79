package dev.concord.label;

import java.util.List;

/**
 * A pair to be judged.
 *
 * @param number no two questions of a session have the same; the first is 1
 * @param why the pair is asked, a sentence
 * @param again whether the pair was judged before: the new answer counts instead
 * @param shown further columns of both points
 * @param cells features of both points, those that differ most first; empty where pictures are
 *     shown
 */
public record Question(
    int number,
    Item first,
    Item second,
    String why,
    boolean again,
    List<Cell> shown,
    List<Cell> cells) {
  public Question {
    shown = List.copyOf(shown);
    cells = List.copyOf(cells);
  }

  /**
   * A feature of both points.
   *
   * @param differs whether the values, as they are shown, differ
   */
  public record Cell(String column, String first, String second, boolean differs) {}
}
