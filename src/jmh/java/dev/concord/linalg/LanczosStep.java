package dev.concord.linalg;

import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Whole runs of the eigensolver, counted in products: one over the rate of products is the time of
 * a Lanczos step, the product and the orthogonalization after it. {@link SparseProduct} has the
 * product's share.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@Threads(1)
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 3, time = 1)
public class LanczosStep {
  /** Points of the graph. */
  @Param("70000")
  public int rows;

  /** Entries a row. */
  @Param("15")
  public int entries;

  /** Eigenvectors wanted. */
  @Param("20")
  public int count;

  private CsrOperator operator =
      new CsrOperator(new CsrMatrix(0, new int[1], new int[0], new double[0]));

  @Setup
  public void graph() {
    operator = new CsrOperator(GeneratedGraph.normalizedAdjacency(rows, entries));
  }

  @Benchmark
  public Eigenpairs solve(Rates.Products rate) {
    EigenOptions options = new EigenOptions(count, 1e-8, 1000, 1L, Solver.ARPACK);
    Eigenpairs pairs =
        SymmetricEigensolver.largest(
            operator, new double[0][], 1.0, options, IterationListener.NONE);
    rate.products += pairs.products();
    return pairs;
  }
}
