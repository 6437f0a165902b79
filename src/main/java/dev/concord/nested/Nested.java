package dev.concord.nested;

import com.typesafe.config.ConfigValue;
import dev.concord.capability.Capability;
import dev.concord.cli.page.OutcomePart;
import dev.concord.config.ClustersConfig;
import dev.concord.config.ClustersConfig.Count;
import dev.concord.config.read.CountList;
import dev.concord.config.read.CountSection;
import dev.concord.config.read.Scalars;
import dev.concord.config.read.Section;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.pipeline.Clustering;
import dev.concord.metric.ClusterNumbering;
import dev.concord.report.ReportPage;
import dev.concord.report.ReportWriter;
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

  /** A list of rising numbers as the number of clusters: nested partitions, a number each. */
  private static final class CountLevels implements CountList {
    @Override
    public String rule() {
      return "a list of rising numbers such as [5, 10, 20]";
    }

    @Override
    public Count read(Section clusters, String key, List<ConfigValue> list) {
      List<Integer> levels = new ArrayList<>();
      for (ConfigValue item : list) {
        Integer level = CountSection.whole(Scalars.text(item).trim());
        int before = levels.isEmpty() ? 1 : levels.get(levels.size() - 1);
        if (level == null || level <= before) {
          clusters.refuse(
              key,
              "a list of whole numbers from 2 on, each larger than the one before",
              "change the entry %s, %s."
                  .formatted(
                      levels.size() + 1,
                      Scalars.is(item) ? Scalars.text(item) : "which is no number"));
          return Count.fixed(2);
        }
        levels.add(level);
      }
      if (levels.size() < 2) {
        clusters.refuse(
            key,
            "a list of at least two numbers: a partition each, nested in the one before",
            levels.isEmpty() ? "name the numbers." : "for one partition write the number alone.");
        return Count.fixed(2);
      }
      return Count.nested(levels);
    }
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
    public List<ReportPage.Section> published(Publication run) {
      List<NestedLevel> levels = Levels.of(run.outcome()).list();
      return levels.isEmpty()
          ? List.of()
          : List.of(
              new ReportPage.Section(
                  ReportPage.Place.LAST,
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

  /**
   * Nested partitions as a tree, for the report.
   *
   * @param levels the numbers of clusters, rising
   * @param lines a cluster each: those of the coarsest level, each followed by the parts of it
   */
  public record LevelTree(List<Integer> levels, List<Line> lines) {
    public LevelTree {
      levels = List.copyOf(levels);
      lines = List.copyOf(lines);
    }

    /**
     * A cluster of a level.
     *
     * @param depth 0 for the coarsest level
     * @param cluster its number
     * @param points how many
     * @param ncut its term of the normalized cut
     */
    public record Line(int depth, int cluster, long points, double ncut) {}

    /** The tree of levels, the coarsest first. */
    static LevelTree of(List<NestedLevel.Figures> levels) {
      List<Line> lines = new ArrayList<>();
      for (int c = 0; c < levels.get(0).k(); c++) {
        add(levels, 0, c, lines);
      }
      return new LevelTree(levels.stream().map(NestedLevel.Figures::k).toList(), lines);
    }

    private static void add(
        List<NestedLevel.Figures> levels, int depth, int cluster, List<Line> lines) {
      NestedLevel.Figures own = levels.get(depth);
      lines.add(
          new Line(depth, cluster, own.clusterSizes()[cluster], own.ncutPerCluster()[cluster]));
      if (depth + 1 == levels.size()) {
        return;
      }
      int[] within = levels.get(depth + 1).within();
      for (int c = 0; within != null && c < within.length; c++) {
        if (within[c] == cluster && levels.get(depth + 1).clusterSizes()[c] > 0) {
          add(levels, depth + 1, c, lines);
        }
      }
    }

    /** The section of the report. */
    String html() {
      return ReportWriter.render("nested/tree.jte", Map.of("tree", this));
    }
  }
}
