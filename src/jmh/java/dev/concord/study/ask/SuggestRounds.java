package dev.concord.study.ask;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.Seeds;
import dev.concord.method.ResultCache;
import dev.concord.method.ResultStore;
import dev.concord.method.auto.LabelledTable;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.DoubtStep;
import dev.concord.spark.rdd.SampleRows;
import dev.concord.study.PeerMethod;
import dev.concord.study.StudyGraph;
import dev.concord.suggest.FeatureGroups;
import dev.concord.suggest.NextQueries;
import dev.concord.suggest.PairQuery;
import dev.concord.suggest.PresentClusters;
import dev.concord.suggest.SecondLooks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rounds of questions as of the command label: clusters, then questions about them. */
final class SuggestRounds {
  private static final PeerMethod METHOD = new PeerMethod("ensemble", true);

  private final LabelledTable table;
  private final StudyGraph graph;
  private final @Nullable Supplier<FeatureGroups> groups;
  private final boolean again;
  private final Seeds seeds;
  private final Oracle oracle;
  private final SecondLooks second = new SecondLooks();
  private final ResultStore kept = new ResultCache();
  private int[] labels = new int[0];
  private int[] unconstrained = new int[0];
  private double[] confidence = new double[0];

  /**
   * @param groups groups of the features, or null
   * @param again whether doubtful answers are asked for again
   */
  SuggestRounds(
      LabelledTable table,
      StudyGraph graph,
      @Nullable Supplier<FeatureGroups> groups,
      boolean again,
      Seeds seeds,
      Oracle oracle) {
    this.table = table;
    this.graph = graph;
    this.groups = groups;
    this.again = again;
    this.seeds = seeds;
    this.oracle = oracle;
  }

  /** Groups of the features as the job makes them, or null where it has none. */
  static @Nullable Supplier<FeatureGroups> groups(Rows rows, int clusters, Seeds seeds) {
    int points = rows.count();
    int sample = FeatureGroups.rows(points, rows.dim(), clusters);
    if (sample == 0) {
      return null;
    }
    int[] drawn = SampleRows.draw(points, sample, seeds.random("feature-groups sample"));
    FeatureGroups made = FeatureGroups.of(rows.part(drawn), drawn, clusters, seeds);
    return () -> made;
  }

  /** The clusters by the default method with all answers, which the next questions are about. */
  int[] cluster() {
    PairConstraints pairs = oracle.pairs(Integer.MAX_VALUE);
    Clustering.Outcome found = METHOD.outcome(graph, table, pairs, seeds, kept);
    labels = found.labels();
    confidence =
        DoubtStep.of(graph.graph(), labels, table.classes(), found.result(), List.of())
            .confidence();
    if (oracle.count() == 0) {
      unconstrained = labels;
    }
    return labels;
  }

  /**
   * Asks the next questions; an answer that contradicts the others is taken back. One that is not
   * the expected one is asked for again, instead of the last question; the opposite sets both
   * aside.
   *
   * @param most questions at most
   * @param begins whether the clusters are new: doubtful pairs are asked as a round begins
   * @return whether there was any
   */
  boolean ask(int most, boolean begins) {
    PairConstraints pairs = oracle.pairs(Integer.MAX_VALUE);
    int[][] settled =
        again && begins ? oracle.askedAgain() : new int[][] {pairs.first(), pairs.second()};
    int clusters = 1 + Arrays.stream(labels).max().orElse(0);
    PresentClusters present = new PresentClusters(labels, clusters, confidence);
    List<PairQuery> queries =
        new NextQueries(graph.graph(), present, unconstrained, groups)
            .choose(
                new NextQueries.Judged(pairs, pairs, settled[0], settled[1]),
                Math.min(most, oracle.left()),
                seeds);
    List<PairQuery> open = new ArrayList<>(queries);
    Map<PairQuery, Integer> judged = new HashMap<>();
    for (int q = 0; q < queries.size(); q++) {
      PairQuery query = open.get(q);
      boolean same = oracle.same(query.first(), query.second());
      int times = judged.merge(query, 1, Integer::sum);
      boolean opposite = oracle.isJudgedBothWays();
      if (times > 1) {
        second.add(!opposite);
      }
      if (oracle.isContradiction(table.classes())) {
        oracle.takeBack();
      } else if (again && opposite) {
        oracle.setAside();
      } else if (again
          && times < SecondLooks.JUDGED
          && second.areWorthwhile()
          && query.expected(present).isContradictedBy(same)) {
        open.add(Math.min(q + 1 + SecondLooks.BETWEEN, queries.size() - 1), query);
      }
    }
    return !queries.isEmpty();
  }
}
