package dev.concord.graph;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.CandidateLists;
import dev.concord.graph.search.PanelSearch;
import dev.concord.linalg.NativeBlas;
import dev.concord.linalg.Rates;
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
 * One task of the exact search: candidates from a pair of panels that were searched within
 * themselves before, centring, products, selection and lists. With one feature next to nothing is
 * left of the products, so that run is the selection. The rate of operations counts the products
 * alone. The default size is that of MNIST's panels; points are normal, in no order, so that few of
 * them are better than what a row has found in its own panel.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PanelPair {
  private static final FeaturePanel NONE = FeaturePanel.of(0, 0, 0, 1, new float[0]);

  /** Rows of each of the two panels. */
  @Param("4375")
  public int rows;

  /** Features a row. */
  @Param({"1", "784"})
  public int dim;

  /** Neighbours wanted. */
  @Param("10")
  public int k;

  private FeaturePanel left = NONE;
  private FeaturePanel right = NONE;
  private double[] centre = {};
  private float[] worstOfLeft = {};
  private float[] worstOfRight = {};

  @Setup
  public void panels() {
    NativeBlas.load();
    left = panel(0);
    right = panel(1);
    centre = new double[dim];
    worstOfLeft = PanelSearch.within(left, centre, PanelSearch.keepFor(k)).worst();
    worstOfRight = PanelSearch.within(right, centre, PanelSearch.keepFor(k)).worst();
  }

  private FeaturePanel panel(int index) {
    SplittableRandom random = new SplittableRandom(index);
    float[] values = new float[rows * dim];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return FeaturePanel.of(index, index * rows, rows, dim, values);
  }

  @Benchmark
  @Threads(1)
  public CandidateLists[] oneCore(Rates.Flops rate) {
    return candidates(rate);
  }

  @Benchmark
  @Threads(Threads.MAX)
  public CandidateLists[] allCores(Rates.Flops rate) {
    return candidates(rate);
  }

  private CandidateLists[] candidates(Rates.Flops rate) {
    rate.gigaflops += 2e-9 * rows * rows * dim;
    return PanelSearch.search(
        left, right, centre, PanelSearch.keepFor(k), worstOfLeft, worstOfRight);
  }
}
