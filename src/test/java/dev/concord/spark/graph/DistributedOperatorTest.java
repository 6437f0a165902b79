package dev.concord.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.NormalizedAdjacency;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.spark.files.PackedDoubles;
import dev.concord.spark.files.SparkScala;
import dev.concord.testing.Graphs;
import dev.concord.testing.SparkTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BlockStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class DistributedOperatorTest {
  private final JavaSparkContext context =
      JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 1000})
  void productsEqualTheLocalOnesBitForBit(int blockRows) {
    CsrMatrix matrix = NormalizedAdjacency.of(Graphs.groups(5, 40, 0.1, 3));
    CsrOperator local = new CsrOperator(matrix);
    double[] x = random(matrix.rows() * 3, 11);
    double[] expected = new double[x.length];
    double[] actual = new double[x.length];
    local.apply(x, expected, 3);
    try (DistributedOperator distributed = DistributedOperator.of(context, matrix, blockRows)) {
      distributed.apply(x, actual, 3);
      assertThat(actual).isEqualTo(expected);
      double[] one = new double[matrix.rows()];
      double[] first = java.util.Arrays.copyOf(x, matrix.rows());
      distributed.apply(first, one);
      assertThat(one).isEqualTo(java.util.Arrays.copyOf(expected, matrix.rows()));
    }
  }

  @Test
  void hundredsOfProductsLeaveNoVectorsBehind() throws InterruptedException {
    CsrMatrix matrix = NormalizedAdjacency.of(Graphs.groups(2000, 5, 0.1, 3));
    int n = matrix.rows();
    double[] x = random(n, 11);
    double[] expected = new double[n];
    double[] y = new double[n];
    new CsrOperator(matrix).apply(x, expected);
    SparkTest.Persisted kept = SparkTest.persisted();
    // Other tests of this session may have left some of their own.
    List<BlockId> before = largeBroadcastsNow(8L * n);
    try (DistributedOperator distributed = DistributedOperator.of(context, matrix, n)) {
      distributed.apply(x, y);
      assertThat(largeBroadcasts(8L * n, before)).isEmpty();
      for (int product = 0; product < 300; product++) {
        distributed.apply(x, y);
      }
      assertThat(y).isEqualTo(expected);
      assertThat(largeBroadcasts(8L * n, before)).isEmpty();
      assertThat(kept.added()).isEqualTo(1);
    }
    assertThat(kept.added()).isZero();
  }

  /** Broadcasts that hold a vector; Spark removes them in the background. */
  private List<BlockId> largeBroadcasts(long bytes, List<BlockId> before)
      throws InterruptedException {
    List<BlockId> found = largeBroadcastsNow(bytes);
    for (int i = 0; i < 200 && !before.containsAll(found); i++) {
      Thread.sleep(50);
      found = largeBroadcastsNow(bytes);
    }
    found.removeAll(before);
    return found;
  }

  private List<BlockId> largeBroadcastsNow(long bytes) {
    BlockManager blocks = context.sc().env().blockManager();
    List<BlockId> found = new ArrayList<>();
    for (BlockId id : SparkScala.list(blocks.getMatchingBlockIds(BlockId::isBroadcast))) {
      BlockStatus status = blocks.getStatus(id).getOrElse(BlockStatus::empty);
      if (status.memSize() + status.diskSize() >= bytes) {
        found.add(id);
      }
    }
    return found;
  }

  @Test
  void trafficIsCountedPerVector() throws Exception {
    CsrMatrix matrix = NormalizedAdjacency.of(Graphs.groups(100, 20, 0.1, 3));
    int n = matrix.rows();
    ProductTraffic traffic = new ProductTraffic(context.sc());
    assertThat(traffic.figures()).isNull();
    traffic.watch();
    try (DistributedOperator operator = DistributedOperator.of(context, matrix, 500, traffic)) {
      double[] y = new double[4 * n];
      operator.apply(random(4 * n, 3), y, 4);
      operator.apply(random(n, 4), new double[n]);
      context.sc().listenerBus().waitUntilEmpty();
    } finally {
      traffic.end();
    }
    // A task that is no product, afterwards, is not counted.
    assertThat(context.parallelize(List.of(1, 2, 3)).count()).isEqualTo(3);
    TrafficFigures figures = traffic.figures();
    assertThat(figures.jobs()).isEqualTo(2);
    assertThat(figures.vectors()).isEqualTo(5);
    assertThat(figures.leastBack()).isEqualTo(8L * 5 * n);
    long back = figures.bytesBack();
    // Each of four blocks sends its numbers and a few hundred bytes of frame and metrics.
    assertThat(back).isBetween(8L * 5 * n, 8L * 5 * n + 2 * 4 * 4_000);
    // Tasks in this process get the driver's own vectors.
    assertThat(figures.bytesToExecutors()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8191, 8192, 8193, 100_000})
  void packedNumbersArriveBitForBit(int length) throws Exception {
    double[] values = random(length, 5);
    if (length > 2) {
      values[0] = Double.NaN;
      values[1] = -0.0;
      values[2] = Double.NEGATIVE_INFINITY;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(PackedDoubles.of(values));
    }
    assertThat(bytes.size()).isLessThan(8 * length + length / 20 + 300);
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(((PackedDoubles) in.readObject()).values()).isEqualTo(values);
    }
  }

  private static double[] random(int length, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextDouble() - 0.5;
    }
    return values;
  }
}
