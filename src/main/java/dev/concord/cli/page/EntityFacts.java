package dev.concord.cli.page;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.report.Entities;
import dev.concord.report.Entities.Group;
import dev.concord.report.Entities.Member;
import dev.concord.report.Figures;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The records of clusters that a method finds without a number: what joins each to the others. */
final class EntityFacts {
  private static final int GROUPS = 40;
  private static final int MEMBERS = 30;
  private static final int LINKS = 3;

  private EntityFacts() {}

  /** The groups of several records; null where the number of clusters is given. */
  static @Nullable Entities of(ClusterOutcome outcome) {
    SimilarityGraph edges = outcome.edges();
    if (edges == null || !outcome.method().name().equals("correlation")) {
      return null;
    }
    int[] sizes = outcome.sizes();
    int several = (int) IntStream.of(sizes).filter(size -> size > 1).count();
    int shown = Math.min(GROUPS, several);
    TreeMap<Integer, List<Integer>> members = new TreeMap<>();
    int[] labels = outcome.labels();
    for (int i = 0; i < labels.length; i++) {
      if (sizes[labels[i]] > 1) {
        members.computeIfAbsent(labels[i], unused -> new ArrayList<>()).add(i);
      }
    }
    List<Group> groups = new ArrayList<>();
    members.entrySet().stream()
        .limit(shown)
        .forEach(
            entry ->
                groups.add(
                    new Group(
                        entry.getKey(),
                        entry.getValue().stream()
                            .limit(MEMBERS)
                            .map(i -> new Member(outcome.ids().name(i), why(outcome, edges, i)))
                            .toList())));
    return new Entities(groups, several - shown);
  }

  /** "judged the same as A; similar to B 0.94, C 0.81; 0.66 to D of cluster 7". */
  private static String why(ClusterOutcome outcome, SimilarityGraph edges, int point) {
    List<String> parts = new ArrayList<>();
    String judged = judged(outcome, point);
    if (!judged.isEmpty()) {
      parts.add("judged the same as " + judged);
    }
    String inside = links(outcome, edges, point, true);
    if (!inside.isEmpty()) {
      parts.add("score with " + inside);
    }
    String outside = links(outcome, edges, point, false);
    if (!outside.isEmpty()) {
      parts.add("elsewhere with " + outside);
    }
    return String.join("; ", parts);
  }

  private static String judged(ClusterOutcome outcome, int point) {
    PairConstraints pairs = outcome.constraints();
    List<String> names = new ArrayList<>();
    for (int p = 0; p < pairs.size(); p++) {
      int other =
          pairs.first()[p] == point
              ? pairs.second()[p]
              : pairs.second()[p] == point ? pairs.first()[p] : -1;
      if (other >= 0 && pairs.mustLink()[p]) {
        names.add(outcome.ids().name(other));
      }
    }
    return String.join(", ", names);
  }

  /** The strongest links of a point, to its own cluster or to others. */
  private static String links(
      ClusterOutcome outcome, SimilarityGraph edges, int point, boolean inside) {
    CsrMatrix weights = edges.weights();
    int[] labels = outcome.labels();
    return IntStream.range(weights.rowPtr()[point], weights.rowPtr()[point + 1])
        .boxed()
        .filter(e -> (labels[weights.col()[e]] == labels[point]) == inside)
        .sorted(Comparator.comparingDouble((Integer e) -> -weights.val()[e]).thenComparing(e -> e))
        .limit(inside ? LINKS : 1)
        .map(
            e ->
                outcome.ids().name(weights.col()[e])
                    + " "
                    + Figures.number(weights.val()[e])
                    + (inside ? "" : " (cluster " + labels[weights.col()[e]] + ")"))
        .reduce((a, b) -> a + ", " + b)
        .orElse("");
  }
}
