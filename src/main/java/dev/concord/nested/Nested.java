package dev.concord.nested;

import dev.concord.capability.Capability;
import dev.concord.cli.page.OutcomePart;
import dev.concord.config.ClustersConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.pipeline.Clustering;
import dev.concord.metric.ClusterNumbering;
import dev.concord.report.ReportPage;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.job.PartitionPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Nested partitions as a capability: a list as the number of clusters, a step after the method,
 * figures of each level, and what a run shows of them.
 */
public final class Nested implements Capability {
  @Override
  public List<Object> parts() {
    return List.of(new CountLevels(), new Partitions(), new Shown());
  }

  /**
   * Nested partitions of a result.
   *
   * @param list the coarsest first, the result last
   */
  private record Levels(List<NestedLevel> list) implements PartitionPart.Addition {
    static Levels of(ClusterOutcome outcome) {
      Levels levels = outcome.additions().of(Levels.class);
      return levels == null ? new Levels(List.of()) : levels;
    }

    @Override
    public String key() {
      return "levels";
    }

    @Override
    public Object figures() {
      return list.stream().map(NestedLevel::figures).toList();
    }
  }

  private static final class Partitions implements PartitionPart {
    @Override
    public Clustering.Outcome after(Run run, Clustering.Outcome found) {
      List<Integer> levels = run.clusters().number().levels();
      return levels.isEmpty()
              || run.known().sizes() != null
              || !(run.graph().graph() instanceof SimilarityGraph)
          ? found
          : NestedStep.of(run, found, levels);
    }

    @Override
    public @Nullable Addition evaluated(Result result) {
      ClustersConfig clusters = result.clusters();
      List<Integer> numbers = clusters.number().levels();
      if (numbers.isEmpty()) {
        return null;
      }
      PairConstraints pairs = result.inputs().constraints();
      PairConstraints kept =
          clusters.hardConstraints() ? pairs : PairConstraints.none(pairs.points(), pairs.names());
      NestedStep.Nest nest = result.found().additions().of(NestedStep.Nest.class);
      List<int[]> found =
          nest == null
              ? NestedPartitions.of(result.graph(), result.labels(), numbers, kept)
              : nest.labels();
      List<NestedLevel> levels = new ArrayList<>();
      int[] coarser = null;
      for (int level = 0; level < numbers.size(); level++) {
        int k = numbers.get(level);
        boolean finest = level == numbers.size() - 1;
        int[] own =
            finest ? result.labels() : ClusterNumbering.byFallingSize(found.get(level), k).labels();
        levels.add(NestedLevel.of(result.graph(), pairs, own, k, coarser, result.truth()));
        coarser = own;
      }
      return new Levels(levels);
    }
  }

  private static final class Shown implements OutcomePart {
    /** A column a level: cluster_5, cluster_10; -1 for points set aside. */
    @Override
    public Map<String, int[]> columns(ClusterOutcome outcome) {
      Map<String, int[]> columns = new LinkedHashMap<>();
      int[] assigned = outcome.assigned();
      for (NestedLevel level : Levels.of(outcome).list()) {
        int[] labels = level.labels().clone();
        for (int i = 0; i < labels.length; i++) {
          labels[i] = assigned[i] < 0 ? -1 : labels[i];
        }
        columns.put("cluster_" + level.figures().k(), labels);
      }
      return columns;
    }

    @Override
    public List<ReportPage.Section> sections(ClusterOutcome outcome) {
      List<NestedLevel> levels = Levels.of(outcome).list();
      return levels.isEmpty()
          ? List.of()
          : List.of(
              new ReportPage.Section(
                  "Nested partitions",
                  LevelTree.of(levels.stream().map(NestedLevel::figures).toList()).html()));
    }

    /** The numbers, their cuts, and what does not hold. */
    @Override
    public Map<String, String> lines(ClusterOutcome outcome) {
      List<NestedLevel> levels = Levels.of(outcome).list();
      return levels.isEmpty()
          ? Map.of()
          : Map.of(
              "Number",
              levels.stream().map(Shown::text).collect(Collectors.joining(", ", "nested ", "")));
    }

    private static String text(NestedLevel level) {
      NestedLevel.Figures figures = level.figures();
      int violated = figures.mustLink().violated() + figures.cannotLink().violated();
      String cut = String.format(Locale.ROOT, "%d (cut %.4g", figures.k(), figures.ncut());
      return cut + (violated == 0 ? ")" : ", " + violated + " pairs violated)");
    }
  }
}
