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
 * Products of two row panels in single precision, as the neighbour search asks for them: the
 * machine's product speed, by the library and the call that Concord uses. Each thread has operands
 * of its own. The sides are that of a tile of the search (512) and twice that.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class GemmTile {
  /** Rows and columns of the product. */
  @Param({"512", "1024"})
  public int side;

  /** Columns of the operands: the dimension of the points. */
  @Param({"64", "784"})
  public int dim;

  private float[] a = {};
  private float[] b = {};
  private float[] c = {};

  @Setup
  public void operands() {
    NativeBlas.load();
    SplittableRandom random = new SplittableRandom(1);
    a = uniform(random, side * dim);
    b = uniform(random, side * dim);
    c = new float[side * side];
  }

  private static float[] uniform(SplittableRandom random, int length) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = (float) random.nextDouble(-1.0, 1.0);
    }
    return values;
  }

  @Benchmark
  @Threads(1)
  public float[] oneCore(Rates.Flops rate) {
    return product(rate);
  }

  @Benchmark
  @Threads(Threads.MAX)
  public float[] allCores(Rates.Flops rate) {
    return product(rate);
  }

  private float[] product(Rates.Flops rate) {
    Gemm.abt(side, side, dim, a, 0, b, 0, c);
    rate.gigaflops += 2e-9 * side * side * dim;
    return c;
  }
}
