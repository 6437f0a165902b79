package dev.concord.partition.coloring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sat4j.core.VecInt;
import org.sat4j.minisat.SolverFactory;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.ISolver;
import org.sat4j.specs.IVecInt;
import org.sat4j.specs.TimeoutException;

/**
 * Colouring as a question of satisfiability, put to the solver Sat4j: a variable for each node and
 * colour, a clause for each node (it has a colour) and for each edge and colour (not both ends). A
 * clique is given its colours in advance, since colours differ in name alone; that holds for every
 * subset of the nodes too.
 *
 * <p>The effort is counted in conflicts, never in time, and the solver's choices are deterministic.
 * Memory: some 100 bytes a clause, with k clauses an edge.
 */
final class SatColoring {
  private final ConflictGraph graph;
  private final int k;
  private final boolean explaining;
  private final ISolver solver;
  private final VecInt assumed = new VecInt();
  private boolean contradicted;
  private int @Nullable [] colors;
  private int @Nullable [] needed;

  /**
   * @param explaining whether to find out which nodes a proof rests on; it makes the search slower
   */
  SatColoring(ConflictGraph graph, int k, boolean explaining) {
    this.graph = graph;
    this.k = k;
    this.explaining = explaining;
    this.solver = SolverFactory.newBestWL();
    int n = graph.nodes();
    solver.newVar(explaining ? Math.multiplyExact(n, k + 1) : Math.multiplyExact(n, k));
    int[] fixed = fixedColors();
    try {
      for (int v = 0; v < n; v++) {
        addNode(v, fixed[v]);
      }
    } catch (ContradictionException e) {
      // Clauses of one literal can contradict each other at once.
      contradicted = true;
    }
  }

  /** Number of clauses that a graph needs. */
  static long clauses(ConflictGraph graph, int k) {
    return graph.nodes() + (long) graph.edges() * k;
  }

  private void addNode(int v, int fixed) throws ContradictionException {
    VecInt some = new VecInt();
    if (explaining) {
      int chosen = graph.nodes() * k + v + 1;
      some.push(-chosen);
      assumed.push(chosen);
    }
    for (int c = 0; c < k; c++) {
      if (fixed < 0 || fixed == c) {
        some.push(variable(v, c));
      }
    }
    solver.addClause(some);
    for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
      int u = graph.neighbor()[e];
      for (int c = 0; c < k && u > v; c++) {
        solver.addClause(new VecInt(new int[] {-variable(v, c), -variable(u, c)}));
      }
    }
  }

  private int variable(int v, int c) {
    return v * k + c + 1;
  }

  /** Different colours for the nodes of a clique grown from the node of greatest degree. */
  private int[] fixedColors() {
    int n = graph.nodes();
    int[] fixed = new int[n];
    Arrays.fill(fixed, -1);
    int[] clique = new int[k];
    int size = 0;
    int first = 0;
    for (int v = 1; v < n; v++) {
      first = graph.degree(v) > graph.degree(first) ? v : first;
    }
    if (n > 0) {
      clique[size++] = first;
      for (int e = graph.start()[first]; e < graph.start()[first + 1] && size < k; e++) {
        int u = graph.neighbor()[e];
        boolean fits = true;
        for (int i = 1; i < size && fits; i++) {
          fits = graph.adjacent(clique[i], u);
        }
        if (fits) {
          clique[size++] = u;
        }
      }
    }
    for (int i = 0; i < size; i++) {
      fixed[clique[i]] = i;
    }
    return fixed;
  }

  /**
   * Searches on; what was learnt in earlier calls is kept.
   *
   * @param conflicts number of conflicts after which the search ends, at least 1
   */
  SearchOutcome search(int conflicts) {
    if (contradicted) {
      needed = all();
      return SearchOutcome.NONE;
    }
    solver.setTimeoutOnConflicts(conflicts);
    try {
      if (solver.isSatisfiable(assumed)) {
        colors = read(solver.model());
        return SearchOutcome.FOUND;
      }
      needed = explaining ? explanation() : all();
      return SearchOutcome.NONE;
    } catch (TimeoutException e) {
      return SearchOutcome.OPEN;
    }
  }

  /** Conflicts met in all calls so far. */
  long conflicts() {
    Number met = solver.getStat().get("conflicts");
    return met == null ? 0L : met.longValue();
  }

  /** The colouring found; only after the answer FOUND. */
  int[] colors() {
    if (colors == null) {
      throw new IllegalStateException("no colouring was found");
    }
    return colors;
  }

  /** Ascending nodes whose edges alone rule out k colours; only after the answer NONE. */
  int[] needed() {
    if (needed == null) {
      throw new IllegalStateException("nothing was proved");
    }
    return needed;
  }

  private int[] all() {
    int[] all = new int[graph.nodes()];
    Arrays.setAll(all, v -> v);
    return all;
  }

  private int[] explanation() {
    IVecInt selectors = solver.unsatExplanation();
    int first = graph.nodes() * k + 1;
    int[] nodes = new int[selectors.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = selectors.get(i) - first;
    }
    Arrays.sort(nodes);
    return nodes;
  }

  private int[] read(int[] model) {
    int[] result = new int[graph.nodes()];
    Arrays.fill(result, -1);
    for (int literal : model) {
      if (literal > 0 && literal <= result.length * k) {
        result[(literal - 1) / k] = (literal - 1) % k;
      }
    }
    return result;
  }
}
