package dev.concord.spark.base;

import dev.concord.figure.Key;
import org.jspecify.annotations.Nullable;

/**
 * How a run started from an earlier one.
 *
 * @param same points of both runs whose features are the same
 * @param changed points of both whose features changed
 * @param added points that the earlier run did not have
 * @param gone points that only the earlier run had
 * @param searched rows whose neighbours were searched; null where those of all were
 * @param entered neighbours that new rows became in lists of others; null likewise
 * @param changes how changed points were found where the table of features has versions, else null
 * @param full why the neighbours of all points were searched; null where they were not
 */
public record BaseFigures(
    int same,
    int changed,
    @Key("new") int added,
    int gone,
    @Nullable Integer searched,
    @Nullable Integer entered,
    @Nullable String changes,
    @Nullable String full) {

  BaseFigures updated(int rows, int entries) {
    return new BaseFigures(same, changed, added, gone, rows, entries, changes, null);
  }

  BaseFigures full(String reason) {
    return new BaseFigures(same, changed, added, gone, null, null, changes, reason);
  }

  /** In words. */
  public String text() {
    return String.format(
        java.util.Locale.ROOT,
        "%,d points as before, %,d changed, %,d new, %,d gone%s",
        same,
        changed,
        added,
        gone,
        changes == null ? "" : "; found by " + changes);
  }
}
