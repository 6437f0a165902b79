package dev.concord.benchmark;

import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NullVectors;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.Solver;
import dev.concord.linalg.eigen.EigenOptions;
import dev.concord.linalg.eigen.Eigenpairs;
import dev.concord.linalg.eigen.SymmetricEigensolver;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The eigensolvers on a graph that {@code concord graph} wrote as CSV, whose ids are 0, 1, ... Not
 * in CI, without Spark:
 *
 * <pre>EigensolverBenchmark FOLDER POINTS COUNT TOLERANCE SOLVER...</pre>
 *
 * FOLDER holds the parts of the table. One line a solver, in the order given: seconds, products,
 * restarts, the largest residual. The first solve of a process is cold; name a solver twice.
 */
public final class EigensolverBenchmark {
  private int[] source = new int[1 << 20];
  private int[] target = new int[1 << 20];
  private double[] weight = new double[1 << 20];
  private int edges;

  private EigensolverBenchmark() {}

  public static void main(String[] args) throws IOException {
    int points = Integer.parseInt(args[1]);
    EigensolverBenchmark table = new EigensolverBenchmark();
    try (Stream<Path> files = Files.list(Path.of(args[0]))) {
      for (Path file : files.sorted().toList()) {
        if (file.getFileName().toString().startsWith("part-")) {
          table.read(file);
        }
      }
    }
    SimilarityGraph graph = table.graph(points);
    double[][] known = NullVectors.of(graph, Components.of(graph.weights()), points);
    CsrOperator operator = new CsrOperator(NormalizedAdjacency.of(graph));
    for (String solver : List.of(args).subList(4, args.length)) {
      EigenOptions options =
          new EigenOptions(
              Integer.parseInt(args[2]),
              Double.parseDouble(args[3]),
              1000,
              1,
              Solver.valueOf(solver.toUpperCase(Locale.ROOT)));
      long start = System.nanoTime();
      Eigenpairs pairs =
          SymmetricEigensolver.largest(operator, known, 1.0, options, IterationListener.NONE);
      System.out.printf(
          Locale.ROOT,
          "%s %.2f s, %d products, %d restarts, residual %.2g%n",
          solver,
          (System.nanoTime() - start) * 1e-9,
          pairs.products(),
          pairs.iterations(),
          Arrays.stream(pairs.residuals()).max().orElse(Double.NaN));
    }
  }

  private void read(Path file) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int first = line.indexOf(',');
        int second = line.indexOf(',', first + 1);
        if (edges == source.length) {
          source = Arrays.copyOf(source, 2 * edges);
          target = Arrays.copyOf(target, 2 * edges);
          weight = Arrays.copyOf(weight, 2 * edges);
        }
        source[edges] = Integer.parseInt(line.substring(0, first));
        target[edges] = Integer.parseInt(line.substring(first + 1, second));
        weight[edges++] = Double.parseDouble(line.substring(second + 1));
      }
    }
  }

  private SimilarityGraph graph(int points) {
    return SimilarityGraph.fromEdges(
        points,
        Arrays.copyOf(source, edges),
        Arrays.copyOf(target, edges),
        Arrays.copyOf(weight, edges));
  }
}
