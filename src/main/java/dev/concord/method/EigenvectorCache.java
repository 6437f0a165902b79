package dev.concord.method;

import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.eigen.EigenOptions;
import dev.concord.linalg.eigen.Eigenpairs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Eigenvectors kept in memory by graph and options. Holds the graphs, too. Not for use by several
 * threads.
 */
public final class EigenvectorCache implements EigenvectorStore {
  private final List<Entry> entries = new ArrayList<>();

  private record Entry(WeightedGraph graph, EigenOptions options, Eigenpairs pairs) {}

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
}
