package dev.concord.method;

import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.eigen.EigenOptions;
import dev.concord.linalg.eigen.Eigenpairs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Eigenvectors and partitions kept in memory by graph and options. Holds the graphs, too. Not for
 * use by several threads.
 */
public final class ResultCache implements ResultStore {
  private final List<Entry> entries = new ArrayList<>();
  private final List<Partition> partitions = new ArrayList<>();

  private record Entry(WeightedGraph graph, EigenOptions options, Eigenpairs pairs) {}

  private record Partition(SimilarityGraph graph, Search search, Found found) {}

  @Override
  public Eigenpairs find(WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
    for (Entry entry : entries) {
      if (entry.graph() == graph && entry.options().equals(options)) {
        return entry.pairs();
      }
    }
    Eigenpairs pairs = solver.get();
    entries.add(new Entry(graph, options, pairs));
    return pairs;
  }

  @Override
  public Found partition(SimilarityGraph graph, Search search, Supplier<Found> run) {
    for (Partition kept : partitions) {
      if (kept.graph() == graph && kept.search().equals(search)) {
        return kept.found();
      }
    }
    Found found = run.get();
    partitions.add(new Partition(graph, search, found));
    return found;
  }
}
