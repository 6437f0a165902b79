package dev.concord.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of the closing summary.
 *
 * @param dimension number of features, 0 when the graph was given
 * @param scaling what was decided about the scaling and reduction of features, or null
 * @param clusterSizes points of each cluster, falling
 * @param more lines that not every run has, by their topics
 * @param recall null when the neighbours are exact or the graph was given
 * @param eigenvalueGap distance from the k-th to the next eigenvalue, NaN when none was computed
 * @param constraints null when none were given
 * @param truth null when no truth was given
 * @param stageSeconds by stage, in the order of the stages
 * @param reportPath null when no report was written
 * @param next what to do with the result, a line each
 */
record SummaryModel(
    String outputPath,
    int points,
    int dimension,
    @Nullable String scaling,
    int[] clusterSizes,
    Map<String, String> more,
    String method,
    long edges,
    int components,
    int isolated,
    @Nullable Recall recall,
    double ncut,
    double eigenvalueGap,
    @Nullable Satisfied constraints,
    @Nullable Truth truth,
    double seconds,
    Map<String, Double> stageSeconds,
    @Nullable String reportPath,
    List<String> next) {

  /** Share of true neighbours found, estimated, and the ends of its 95 % interval. */
  record Recall(double estimate, double low, double high) {}

  /**
   * How many constraints there are and how many of them the clusters break.
   *
   * @param unsure pairs whose answer was neither, which take no part
   */
  record Satisfied(
      long mustLinks,
      long mustLinksViolated,
      long cannotLinks,
      long cannotLinksViolated,
      long unsure) {}

  /** Agreement with known labels; errors as fractions. */
  record Truth(double ari, double nmi, double errorMatched, double errorMajority) {}
}
