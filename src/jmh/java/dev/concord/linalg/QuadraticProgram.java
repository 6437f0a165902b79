package dev.concord.linalg;

import dev.concord.linalg.solve.MonotoneQp;
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
 * The small quadratic program of CCSKL, from its matrix to the checked optimum: the fit of falling,
 * non-negative coefficients to random targets.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@Threads(1)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class QuadraticProgram {
  /** Unknowns, one an eigenvector. */
  @Param({"20", "60"})
  public int unknowns;

  private double[] a = new double[0];
  private double[] b = new double[0];

  @Setup
  public void problem() {
    SplittableRandom random = new SplittableRandom(1);
    int targets = 3 * unknowns;
    double[] features = new double[targets * unknowns];
    for (int i = 0; i < features.length; i++) {
      features[i] = random.nextDouble() - 0.5;
    }
    a = new double[unknowns * unknowns];
    b = new double[unknowns];
    for (int t = 0; t < targets; t++) {
      double target = random.nextDouble() - 0.25;
      for (int i = 0; i < unknowns; i++) {
        double x = features[t * unknowns + i];
        b[i] -= target * x;
        for (int j = 0; j < unknowns; j++) {
          a[i * unknowns + j] += x * features[t * unknowns + j];
        }
      }
    }
  }

  @Benchmark
  public MonotoneQp.Solution solve() {
    return MonotoneQp.solve(unknowns, a, b);
  }
}
