package dev.concord.method.pipeline;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodResult;
import dev.concord.method.pipeline.Clustering.Knowledge;
import dev.concord.method.pipeline.Clustering.MethodGraph;
import dev.concord.metric.ClusterNumbering;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Splits clusters of an earlier partition: each is clustered by itself, in the part of the graph
 * between its points, with the pairs and labels that are about them. The largest part keeps the
 * number of its cluster, the others follow the largest number there is.
 */
public final class SplitStep {
  private SplitStep() {}

  /** Clusters the points of one cluster. */
  public interface Runner {
    /**
     * The steps from the graph of some points to their partition.
     *
     * @param cluster the number of the cluster
     * @param rows its points, ascending
     * @param pairs about them, numbered as they are in {@code rows}
     */
    Clustering.Runner of(int cluster, int[] rows, PairConstraints pairs);
  }

  /**
   * The partition after the splits.
   *
   * @param clustering with as many clusters as a cluster has parts
   * @param graph of all points
   * @param known about all points; bounds of sizes and a second graph are not used
   */
  public static Clustering.Outcome of(
      Clustering clustering,
      SimilarityGraph graph,
      Knowledge known,
      SplitClusters clusters,
      Runner runner) {
    int[] labels = clusters.earlier().clone();
    int next = clusters.clusters() - clusters.split().size() * (clusters.parts() - 1);
    List<Figures.Part> figures = new ArrayList<>();
    List<int[]> rowsOf = new ArrayList<>();
    List<int[]> numbersOf = new ArrayList<>();
    List<MethodResult> results = new ArrayList<>();
    for (int cluster : clusters.split()) {
      int[] rows =
          IntStream.range(0, labels.length).filter(i -> clusters.earlier()[i] == cluster).toArray();
      Clustering.Outcome found = one(clustering, graph, known, cluster, rows, runner);
      ClusterNumbering numbering = ClusterNumbering.byFallingSize(found.labels(), clusters.parts());
      int[] numbers = new int[clusters.parts()];
      int[] sizes = new int[clusters.parts()];
      for (int part = 0; part < numbers.length; part++) {
        numbers[part] = part == 0 ? cluster : next++;
      }
      for (int r = 0; r < rows.length; r++) {
        labels[rows[r]] = numbers[numbering.labels()[r]];
        sizes[numbering.labels()[r]]++;
      }
      String selection = found.result().figures().selection();
      figures.add(
          new Figures.Part(
              cluster, rows.length, numbers, sizes, selection == null ? "" : selection));
      rowsOf.add(rows);
      numbersOf.add(Arrays.stream(numbering.newOf()).map(part -> numbers[part]).toArray());
      results.add(found.result());
    }
    List<MethodResult.Partition> partitions = partitions(labels, rowsOf, numbersOf, results);
    MethodResult result = new MethodResult(labels, null, null, new Figures(figures), partitions);
    return new Clustering.Outcome(result, labels, null, null, 0);
  }

  private static Clustering.Outcome one(
      Clustering clustering,
      SimilarityGraph graph,
      Knowledge known,
      int cluster,
      int[] rows,
      Runner runner) {
    InducedProblem own = InducedProblem.of(rows, graph.size());
    PairConstraints pairs = own.pairs(known.pairs());
    SimilarityGraph part = own.graph(graph);
    MethodGraph changed = clustering.propagate(part, Components.of(part.weights()), pairs);
    SignedGraph noSide = null;
    return clustering.run(
        changed,
        new CsrOperator(NormalizedAdjacency.of(SimilarityGraph.local(changed.graph()))),
        new Knowledge(pairs, own.labels(known.labels()), noSide, null),
        runner.of(cluster, rows, pairs));
  }

  /** The partitions that the methods found on their way, as partitions of all points. */
  private static List<MethodResult.Partition> partitions(
      int[] labels, List<int[]> rowsOf, List<int[]> numbersOf, List<MethodResult> results) {
    List<MethodResult.Partition> all = new ArrayList<>();
    int runs = 0;
    for (int s = 0; s < results.size(); s++) {
      int[] rows = rowsOf.get(s);
      int[] numbers = numbersOf.get(s);
      int last = 0;
      for (MethodResult.Partition own : results.get(s).partitions()) {
        int[] whole = labels.clone();
        for (int r = 0; r < rows.length; r++) {
          whole[rows[r]] = numbers[own.labels()[r]];
        }
        all.add(new MethodResult.Partition(runs + own.run(), own.weight(), whole));
        last = Math.max(last, own.run() + 1);
      }
      runs += last;
    }
    return all;
  }

  /**
   * The figures of clusters that were split.
   *
   * @param split one entry a cluster
   */
  record Figures(List<Part> split) implements MethodFigures {

    /**
     * A cluster that was split.
     *
     * @param cluster its number
     * @param points that it had
     * @param into numbers of its parts, by falling size; the first is its own
     * @param sizes points of each part
     * @param selection what the method says about its choice, or an empty text
     */
    public record Part(int cluster, int points, int[] into, int[] sizes, String selection) {
      String text() {
        return "cluster "
            + cluster
            + " into "
            + Arrays.stream(into).mapToObj(Integer::toString).collect(Collectors.joining(", "));
      }
    }

    @Override
    public String selection() {
      return split.stream().map(Part::text).collect(Collectors.joining("; "));
    }
  }
}
