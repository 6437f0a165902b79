package dev.concord.drift;

import dev.concord.report.ReportPage;
import dev.concord.report.ReportWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What became of an earlier partition, for the report.
 *
 * @param moved points that have another cluster
 * @param byPairs those of them that a pair moved
 * @param fresh points that are new
 * @param gone points that are not there any more
 * @param lines groups of points that changed, the largest first
 * @param more groups that are not listed
 */
public record ClusterChanges(
    long moved, long byPairs, long fresh, long gone, List<Line> lines, int more) {
  /** Groups of points that the report lists. */
  private static final int LISTED = 20;

  public ClusterChanges {
    lines = List.copyOf(lines);
  }

  /**
   * Points of one earlier cluster in one present cluster.
   *
   * @param before the earlier cluster, or a word for none
   * @param after the present one, likewise
   * @param points how many
   * @param event what happened to them
   */
  public record Line(String before, String after, long points, String event) {}

  ReportPage.Section section() {
    return new ReportPage.Section(
        ReportPage.Place.FIRST,
        "What changed since the earlier clusters",
        ReportWriter.render("drift/changes.jte", Map.of("changes", this)));
  }

  /** The changes, the largest {@value #LISTED} groups listed. */
  static ClusterChanges of(EarlierClusters earlier) {
    List<Lineage.Row> changed =
        earlier.lineage().rows().stream()
            .filter(row -> row.event() != Lineage.Event.KEPT)
            .sorted(
                Comparator.comparing(ClusterChanges::isNewOrGone)
                    .thenComparingLong(row -> -row.points()))
            .toList();
    Changes changes = earlier.changes();
    long pairs = changes.count(Changes.Reason.PAIR);
    return new ClusterChanges(
        changes.moved(),
        pairs,
        changes.count(Changes.Reason.NEW),
        earlier.gone(),
        changed.stream().limit(LISTED).map(ClusterChanges::line).toList(),
        Math.max(0, changed.size() - LISTED));
  }

  /** Points that were there before and are now come first: somebody may have looked at them. */
  private static boolean isNewOrGone(Lineage.Row row) {
    return row.event() == Lineage.Event.NEW || row.event() == Lineage.Event.GONE;
  }

  private static ClusterChanges.Line line(Lineage.Row row) {
    return new Line(name(row.before()), name(row.after()), row.points(), row.event().text());
  }

  private static String name(int cluster) {
    return cluster == Changes.NONE ? "none" : cluster < 0 ? "set aside" : Integer.toString(cluster);
  }
}
