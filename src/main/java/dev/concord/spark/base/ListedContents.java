package dev.concord.spark.base;

import org.jspecify.annotations.Nullable;

/**
 * Neighbour lists with spare entries, and what their rows hold.
 *
 * @param fingerprints of the features of each row, as read
 * @param lists of the rows
 * @param exact whether they were searched exactly
 * @param update how this run brought them up to date; null where it searched all of them
 */
public record ListedContents(
    long[] fingerprints, KeptLists lists, boolean exact, @Nullable Update update) {

  /**
   * Lists brought up to date.
   *
   * @param searched rows whose neighbours were searched
   * @param entered neighbours that new rows became in lists of others
   */
  public record Update(int searched, int entered) {}

  /** Lists that are as they were searched. */
  ListedContents(long[] fingerprints, KeptLists lists, boolean exact) {
    this(fingerprints, lists, exact, null);
  }
}
