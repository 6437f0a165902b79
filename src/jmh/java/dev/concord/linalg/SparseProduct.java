package dev.concord.linalg;

import java.util.SplittableRandom;
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
 * Products of the normalized adjacency with one vector and with several, on all cores (the operator
 * is parallel itself). The default size is that of MNIST's graph of ten neighbours.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@Threads(1)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SparseProduct {
  /** Points of the graph. */
  @Param("70000")
  public int rows;

  /** Entries a row. */
  @Param("15")
  public int entries;

  /** Vectors multiplied at once. */
  @Param({"1", "8"})
  public int columns;

  private double[] x = {};
  private double[] y = {};
  private CsrMatrix matrix = new CsrMatrix(0, new int[1], new int[0], y);
  private CsrOperator operator = new CsrOperator(matrix);

  @Setup
  public void graph() {
    matrix = GeneratedGraph.normalizedAdjacency(rows, entries);
    operator = new CsrOperator(matrix);
    SplittableRandom random = new SplittableRandom(3);
    x = new double[rows * columns];
    y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextDouble(-1.0, 1.0);
    }
  }

  @Benchmark
  public double[] product(Rates.Flops flops, Rates.Bytes bytes) {
    if (columns == 1) {
      operator.apply(x, y);
    } else {
      operator.apply(x, y, columns);
    }
    double nonZeros = matrix.nonZeros();
    flops.gigaflops += 2e-9 * nonZeros * columns;
    bytes.gigabytes += 1e-9 * (12.0 * nonZeros + 16.0 * rows * columns);
    return y;
  }
}
