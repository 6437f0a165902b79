package dev.concord.spark.job;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.method.LabelledPairs;
import dev.concord.spark.files.SampleRows;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.DeclinedPairs;
import dev.concord.spark.output.SuggestedPairs;
import dev.concord.spark.plan.JobInputs;
import dev.concord.suggest.FeatureGroups;
import dev.concord.suggest.NextQueries;
import dev.concord.suggest.PairQuery;
import dev.concord.suggest.PresentClusters;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses pairs to be judged next, while the job is open.
 *
 * @param unconstrained the clusters without pairs, or null
 * @param graphs reads features again
 */
record PairSuggestions(
    JobInputs inputs, WeightedGraph graph, int @Nullable [] unconstrained, GraphBuilder graphs) {

  /**
   * The pairs, in their order. Those implied by known labels are left out.
   *
   * @param present the clusters that questions are about
   * @param pairs so many at most
   * @param exemplars points to be named beside each point of a pair, at most
   */
  SuggestedPairs of(PresentClusters present, int pairs, int exemplars, Seeds seeds) {
    KnownLabels known = inputs.labels();
    PairConstraints given = inputs.constraints();
    PairConstraints all =
        known != null && known.names().length <= present.count()
            ? LabelledPairs.join(given, known)
            : given;
    DeclinedPairs declined = inputs.declined();
    if (!(graph instanceof SimilarityGraph edges)) {
      throw new IllegalStateException("the job was not prepared for suggestions");
    }
    List<PairQuery> queries =
        new NextQueries(edges, present, unconstrained, groups(present.count(), seeds))
            .choose(
                new NextQueries.AnsweredPairs(given, all, declined.first(), declined.second()),
                pairs,
                seeds);
    return SuggestedPairs.of(edges, present.labels(), queries, exemplars);
  }

  /** Groups of the features, where they may be asked about, else null. */
  private @Nullable Supplier<FeatureGroups> groups(int clusters, Seeds seeds) {
    FeatureTable table = inputs.features();
    int rows = table == null ? 0 : FeatureGroups.rows(inputs.size(), table.dim(), clusters);
    return rows == 0 ? null : () -> groups(rows, clusters, seeds);
  }

  /** Groups of a sample of so many rows. One Spark job. */
  private FeatureGroups groups(int rows, int clusters, Seeds seeds) {
    int[] points = SampleRows.draw(inputs.size(), rows, seeds.random("feature-groups sample"));
    FeaturePanel panel = graphs.sampled(inputs, points);
    double[] values = new double[rows * panel.dim()];
    double[] row = new double[panel.dim()];
    for (int r = 0; r < rows; r++) {
      panel.copyRow(r, row);
      System.arraycopy(row, 0, values, r * row.length, row.length);
    }
    return FeatureGroups.of(values, points, clusters, seeds);
  }
}
