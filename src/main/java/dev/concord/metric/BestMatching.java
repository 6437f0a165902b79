package dev.concord.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jgrapht.alg.interfaces.MatchingAlgorithm;
import org.jgrapht.alg.matching.MaximumWeightBipartiteMatching;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/**
 * The one-to-one matching of clusters and classes that covers most points, as a maximum-weight
 * matching of the sparse table: neither a square table nor a perfect matching is needed, so ten
 * clusters against a million classes cost little.
 */
final class BestMatching {
  private BestMatching() {}

  /** Number of points in matched cells. */
  static long points(ContingencyTable table) {
    List<int[]> cells = cells(table);
    return cells.isEmpty() ? 0L : Math.round(matching(cells).getWeight());
  }

  /** The class matched to each cluster, or -1. */
  static int[] partners(ContingencyTable table) {
    int[] partners = new int[table.clusterTotals().length];
    Arrays.fill(partners, -1);
    List<int[]> cells = cells(table);
    if (!cells.isEmpty()) {
      MatchingAlgorithm.Matching<Integer, DefaultWeightedEdge> matching = matching(cells);
      for (DefaultWeightedEdge edge : matching) {
        int a = matching.getGraph().getEdgeSource(edge);
        int b = matching.getGraph().getEdgeTarget(edge);
        partners[Math.max(a, b)] = -1 - Math.min(a, b);
      }
    }
    return partners;
  }

  /** Clusters are vertices from 0 upwards, classes from -1 downwards. */
  private static MatchingAlgorithm.Matching<Integer, DefaultWeightedEdge> matching(
      List<int[]> cells) {
    SimpleWeightedGraph<Integer, DefaultWeightedEdge> graph =
        new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
    Set<Integer> clusters = new LinkedHashSet<>();
    Set<Integer> classes = new LinkedHashSet<>();
    for (int[] cell : cells) {
      Integer cluster = cell[0];
      Integer label = -1 - cell[1];
      if (clusters.add(cluster)) {
        graph.addVertex(cluster);
      }
      if (classes.add(label)) {
        graph.addVertex(label);
      }
      graph.setEdgeWeight(graph.addEdge(cluster, label), cell[2]);
    }
    return new MaximumWeightBipartiteMatching<>(graph, clusters, classes).getMatching();
  }

  /**
   * The cells (cluster, class, points) that can matter. Let the smaller side have r members: each
   * of them needs its r largest cells only, since the others can take at most r - 1 of the partners
   * it would prefer.
   */
  private static List<int[]> cells(ContingencyTable table) {
    int clusters = nonEmpty(table.clusterTotals());
    int classes = nonEmpty(table.classTotals());
    int side = clusters <= classes ? 0 : 1;
    int keep = Math.min(clusters, classes);
    List<int[]> all = new ArrayList<>(table.count().length);
    for (int c = 0; c < table.clusterTotals().length; c++) {
      for (int cell = table.clusterStart()[c]; cell < table.clusterStart()[c + 1]; cell++) {
        all.add(new int[] {c, table.classOf()[cell], table.count()[cell]});
      }
    }
    all.sort(
        (x, y) ->
            x[side] != y[side]
                ? Integer.compare(x[side], y[side])
                : x[2] != y[2]
                    ? Integer.compare(y[2], x[2])
                    : Integer.compare(x[1 - side], y[1 - side]));
    List<int[]> kept = new ArrayList<>();
    int taken = 0;
    for (int i = 0; i < all.size(); i++) {
      taken = i > 0 && all.get(i)[side] == all.get(i - 1)[side] ? taken + 1 : 1;
      if (taken <= keep) {
        kept.add(all.get(i));
      }
    }
    return kept;
  }

  private static int nonEmpty(long[] totals) {
    return (int) Arrays.stream(totals).filter(total -> total > 0L).count();
  }
}
