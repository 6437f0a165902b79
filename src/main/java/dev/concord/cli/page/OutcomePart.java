package dev.concord.cli.page;

import dev.concord.report.ReportPage;
import dev.concord.spark.job.ClusterOutcome;
import java.util.List;
import java.util.Map;

/** What a capability shows of a run of the command cluster. */
public interface OutcomePart {
  /** Further columns of the table clusters: cluster of each point in other partitions. */
  default Map<String, int[]> columns(ClusterOutcome outcome) {
    return Map.of();
  }

  /** Sections of the report. */
  default List<ReportPage.Section> sections(ClusterOutcome outcome) {
    return List.of();
  }

  /** Lines of the closing summary by their topics; on a topic of the core in place of its line. */
  default Map<String, String> lines(ClusterOutcome outcome) {
    return Map.of();
  }
}
