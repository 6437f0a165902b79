package dev.concord.cli.page;

import dev.concord.metric.Changes;
import dev.concord.metric.Changes.Reason;
import dev.concord.metric.Lineage;
import dev.concord.report.ClusterChanges;
import dev.concord.spark.output.EarlierClusters;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of an earlier partition, for the report. */
public final class ChangeFacts {
  /** Groups of points that the report lists. */
  private static final int LISTED = 20;

  private ChangeFacts() {}

  /** The section's content, or null when no earlier partition was given. */
  public static @Nullable ClusterChanges of(@Nullable EarlierClusters earlier) {
    if (earlier == null) {
      return null;
    }
    List<Lineage.Row> changed =
        earlier.lineage().rows().stream()
            .filter(row -> row.event() != Lineage.Event.KEPT)
            .sorted(
                Comparator.comparing(ChangeFacts::isNewOrGone)
                    .thenComparingLong(row -> -row.points()))
            .toList();
    Changes changes = earlier.changes();
    long pairs = changes.count(Reason.PAIR);
    return new ClusterChanges(
        changes.moved(),
        pairs,
        changes.count(Reason.NEW),
        earlier.gone(),
        changed.stream().limit(LISTED).map(ChangeFacts::line).toList(),
        Math.max(0, changed.size() - LISTED));
  }

  /** Points that were there before and are now come first: somebody may have looked at them. */
  private static boolean isNewOrGone(Lineage.Row row) {
    return row.event() == Lineage.Event.NEW || row.event() == Lineage.Event.GONE;
  }

  private static ClusterChanges.Line line(Lineage.Row row) {
    return new ClusterChanges.Line(
        name(row.before()), name(row.after()), row.points(), row.event().text());
  }

  private static String name(int cluster) {
    return cluster == Changes.NONE ? "none" : cluster < 0 ? "set aside" : Integer.toString(cluster);
  }
}
