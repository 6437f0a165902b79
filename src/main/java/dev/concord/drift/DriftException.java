package dev.concord.drift;

import dev.concord.constraint.IdNames;
import dev.concord.error.ConcordException;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

/** The result differs from an earlier one by more than is allowed. Exit code 6. */
final class DriftException extends ConcordException {
  private static final long serialVersionUID = 1L;

  /** Points and groups of points that a message names. */
  private static final int NAMED = 5;

  private DriftException(String message) {
    super(message);
  }

  @Override
  public int exitCode() {
    return 6;
  }

  /**
   * Refuses a partition in which more of the common points moved.
   *
   * @param most share of the common points, in (0, 1]
   * @param common points that are in both partitions
   * @param names of the points
   * @throws DriftException naming what moved
   */
  static void check(double most, long common, Changes changes, Lineage lineage, IdNames names) {
    long moved = changes.moved();
    if (!(moved > most * common)) {
      return;
    }
    throw new DriftException(
        String.format(
            Locale.ROOT,
            "clusters.max-drift = %s: %,d of the %,d points that clusters.previous has too would"
                + " change their cluster (%.2f %%; %,d by pairs, %,d changed, %,d by neighbours), so"
                + " nothing is"
                + " published. Most are %s; points %s. Look at the inputs that changed; raise"
                + " clusters.max-drift, or set it to none, to publish this result.",
            most,
            moved,
            common,
            100.0 * moved / common,
            changes.count(Changes.Reason.PAIR),
            changes.count(Changes.Reason.CHANGED),
            changes.count(Changes.Reason.NEIGHBOURS),
            groups(lineage),
            points(changes, names)));
  }

  private static String groups(Lineage lineage) {
    return lineage.rows().stream()
        .filter(row -> row.before() != Changes.NONE && row.after() != Changes.NONE)
        .filter(row -> row.before() != row.after())
        .sorted(Comparator.comparingLong(row -> -row.points()))
        .limit(NAMED)
        .map(DriftException::group)
        .collect(Collectors.joining(", "));
  }

  private static String group(Lineage.Row row) {
    String to = row.after() < 0 ? "set aside" : "to " + row.after();
    return String.format(Locale.ROOT, "%,d from cluster %d %s", row.points(), row.before(), to);
  }

  private static String points(Changes changes, IdNames names) {
    StringBuilder text = new StringBuilder();
    int named = 0;
    for (int c = 0; c < changes.points().length && named < NAMED; c++) {
      if (changes.reasons()[c] != Changes.Reason.NEW) {
        text.append(named++ == 0 ? "" : ", ").append(names.name(changes.points()[c]));
      }
    }
    return text.toString();
  }
}
