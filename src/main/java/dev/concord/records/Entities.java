package dev.concord.records;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.report.Figures;
import dev.concord.report.ReportPage;
import dev.concord.report.ReportWriter;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Records that are one thing, and what joins each to the others, for the report.
 *
 * @param groups the records of each, at most as many as the page shows
 * @param more groups of several records that are not shown
 */
public record Entities(List<Group> groups, int more) {
  private static final int GROUPS = 40;
  private static final int MEMBERS = 30;
  private static final int LINKS = 3;

  public Entities {
    groups = List.copyOf(groups);
  }

  /** The records of a cluster. */
  public record Group(int cluster, List<Member> members) {
    public Group {
      members = List.copyOf(members);
    }
  }

  /**
   * A record.
   *
   * @param why its links to others of the group, in words
   * @param other the record of another cluster that it is most similar to, or nothing
   * @param where how similar, and in which cluster, in words
   */
  public record Member(String id, String why, String other, String where) {}

  ReportPage.Section section() {
    return new ReportPage.Section(
        ReportPage.Place.CLUSTERS,
        "Records that are one thing",
        groups.stream()
            .flatMap(group -> group.members().stream())
            .flatMap(member -> Stream.of(member.id(), member.other()))
            .toList(),
        page ->
            ReportWriter.render("records/entities.jte", Map.of("page", page, "entities", this)));
  }

  /** The groups of several records, of a graph whose edges are in this process. */
  static Entities of(ClusterOutcome outcome, SimilarityGraph edges) {
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
                            .map(i -> member(outcome, edges, i))
                            .toList())));
    return new Entities(groups, several - shown);
  }

  private static Member member(ClusterOutcome outcome, SimilarityGraph edges, int point) {
    List<String> parts = new ArrayList<>();
    String judged = judged(outcome, point);
    if (!judged.isEmpty()) {
      parts.add("judged the same as " + judged);
    }
    CsrMatrix weights = edges.weights();
    List<Integer> inside = links(outcome, weights, point, true, LINKS);
    if (!inside.isEmpty()) {
      parts.add(
          "score with %s"
              .formatted(
                  inside.stream()
                      .map(
                          e ->
                              outcome.ids().name(weights.col()[e])
                                  + " "
                                  + Figures.number(weights.val()[e]))
                      .collect(Collectors.joining(", "))));
    }
    String name = outcome.ids().name(point);
    String why = String.join("; ", parts);
    for (int e : links(outcome, weights, point, false, 1)) {
      int other = weights.col()[e];
      return new Member(
          name,
          why,
          outcome.ids().name(other),
          Figures.number(weights.val()[e]) + ", cluster " + outcome.labels()[other]);
    }
    return new Member(name, why, "", "");
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
  private static List<Integer> links(
      ClusterOutcome outcome, CsrMatrix weights, int point, boolean inside, int most) {
    int[] labels = outcome.labels();
    return IntStream.range(weights.rowPtr()[point], weights.rowPtr()[point + 1])
        .boxed()
        .filter(e -> (labels[weights.col()[e]] == labels[point]) == inside)
        .sorted(Comparator.comparingDouble((Integer e) -> -weights.val()[e]).thenComparing(e -> e))
        .limit(most)
        .toList();
  }
}
