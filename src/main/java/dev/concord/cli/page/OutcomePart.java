package dev.concord.cli.page;

import dev.concord.config.ConcordConfig;
import dev.concord.report.ReportPage;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.output.OutputFolder;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** What a capability shows of a run of the command cluster. */
public interface OutcomePart {
  /** Further columns of the table clusters: cluster of each point in other partitions. */
  default Map<String, int[]> columns(ClusterOutcome outcome) {
    return Map.of();
  }

  /**
   * Writes what the capability adds to the output, and returns its sections of the report. Asked
   * before the core writes anything.
   */
  default List<ReportPage.Section> published(Publication run) {
    return List.of();
  }

  /** A run, and the folder that its results are written to. */
  record Publication(
      SparkSession spark, ConcordConfig config, ClusterOutcome outcome, OutputFolder output) {}

  /** Lines of the closing summary by their topics; on a topic of the core in place of its line. */
  default Map<String, String> lines(ClusterOutcome outcome) {
    return Map.of();
  }
}
