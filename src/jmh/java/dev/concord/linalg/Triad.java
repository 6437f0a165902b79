package dev.concord.linalg;

import java.util.Arrays;
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
import org.openjdk.jmh.infra.ThreadParams;

/**
 * a = b + s·c over three arrays of doubles: the triad of STREAM (McCalpin 1995), counted as there
 * with 24 bytes an element. The rate at which a loop in Java reads and writes data of a given size
 * in all, shared by the threads: the small sizes stay in the last cache of many machines, the large
 * one comes from memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Triad {
  /** Size of the three arrays of all threads, in 10^6 bytes. */
  @Param({"16", "32", "400"})
  public int megabytes;

  private double[] a = {};
  private double[] b = {};
  private double[] c = {};

  @Setup
  public void arrays(ThreadParams threads) {
    int length = (int) (megabytes * 1_000_000L / (24L * threads.getThreadCount()));
    a = new double[length];
    b = new double[length];
    c = new double[length];
    Arrays.fill(b, 1.0);
    Arrays.fill(c, 2.0);
  }

  @Benchmark
  @Threads(1)
  public double[] oneCore(Rates.Bytes rate) {
    return triad(rate);
  }

  @Benchmark
  @Threads(Threads.MAX)
  public double[] allCores(Rates.Bytes rate) {
    return triad(rate);
  }

  private double[] triad(Rates.Bytes rate) {
    add(a, b, c, 3.0);
    rate.gigabytes += 24e-9 * a.length;
    return a;
  }

  private static void add(double[] a, double[] b, double[] c, double s) {
    for (int i = 0; i < a.length; i++) {
      a[i] = b[i] + s * c[i];
    }
  }
}
