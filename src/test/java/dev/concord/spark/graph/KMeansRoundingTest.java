package dev.concord.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.linalg.Seeds;
import dev.concord.method.Embedding;
import dev.concord.method.Services.Rounding;
import dev.concord.spark.files.JobListener;
import dev.concord.testing.SparkTest;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("spark")
class KMeansRoundingTest {
  private final JavaSparkContext context =
      JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());

  @Test
  void separatedCloudsAreFoundAndTheSameSeedGivesTheSameBits() {
    Embedding clouds = clouds(4, 50, 3);
    Rounding one = rounding().round(clouds, 4);
    Rounding again = rounding().round(clouds, 4);
    assertThat(again.labels()).isEqualTo(one.labels());
    assertThat(again.cost()).isEqualTo(one.cost());
    for (int i = 0; i < one.labels().length; i++) {
      assertThat(one.labels()[i]).isEqualTo(one.labels()[i / 50 * 50]);
    }
    assertThat(Arrays.stream(one.labels()).distinct().count()).isEqualTo(4);
  }

  @Test
  void theCostIsTheSumOfSquaredDistancesInTheEmbeddingsOwnUnits() {
    Embedding points = new Embedding(4, 1, new double[] {0, 2, 100, 104});
    Rounding rounding = rounding().round(points, 2);
    assertThat(rounding.cost()).isCloseTo(1 + 1 + 4 + 4, org.assertj.core.data.Offset.offset(1e-6));
  }

  @Test
  void aZeroEmbeddingAndASingleClusterGiveOneCluster() {
    Embedding zeros = new Embedding(5, 2, new double[10]);
    assertThat(rounding().round(zeros, 3).labels()).containsOnly(0);
    Rounding single = rounding().round(clouds(2, 10, 2), 1);
    assertThat(single.labels()).containsOnly(0);
    assertThat(single.cost()).isPositive();
  }

  @Test
  void theCostOfASingleClusterIsMeasuredFromItsMean() {
    Embedding points = new Embedding(4, 2, new double[] {10, 12, 14, 16, -7, -7, -5, -5});
    assertThat(rounding().round(points, 1).cost()).isEqualTo(9 + 1 + 1 + 9 + 4);
  }

  @Test
  void fewerDistinctRowsThanClustersLeaveSomeClustersEmpty() {
    Embedding two = new Embedding(6, 1, new double[] {1, 1, 1, -1, -1, -1});
    int[] labels = rounding().round(two, 4).labels();
    assertThat(labels[0]).isEqualTo(labels[2]).isNotEqualTo(labels[3]);
  }

  @Test
  void moreRowsThanOnePartitionHoldsStartFromASampleAndGiveTheSameBits() {
    int size = KMeansRounding.SAMPLE / 3 + 1000;
    Embedding clouds = clouds(3, size, 2);
    Rounding one = rounding(2, JobListener.NONE).round(clouds, 3);
    Rounding two = rounding(2, JobListener.NONE).round(clouds, 3);
    assertThat(two.labels()).isEqualTo(one.labels());
    assertThat(two.cost()).isEqualTo(one.cost());
    assertThat(Arrays.stream(one.labels()).distinct().count()).isEqualTo(3);
    for (int i = 0; i < one.labels().length; i += 997) {
      assertThat(one.labels()[i]).isEqualTo(one.labels()[i / size * size]);
    }
  }

  @Test
  void allStartsTakeOneJobAndMllibAnotherFew() throws TimeoutException {
    AtomicInteger jobs = new AtomicInteger();
    SparkListener counter =
        new SparkListener() {
          @Override
          public void onJobStart(SparkListenerJobStart start) {
            jobs.incrementAndGet();
          }
        };
    context.sc().addSparkListener(counter);
    try {
      rounding(40, JobListener.NONE).round(clouds(5, 40, 3), 5);
      context.sc().listenerBus().waitUntilEmpty();
    } finally {
      context.sc().removeSparkListener(counter);
    }
    assertThat(jobs.get()).isBetween(2, 5);
  }

  private KMeansRounding rounding() {
    return rounding(6, JobListener.NONE);
  }

  private KMeansRounding rounding(int restarts, JobListener listener) {
    return new KMeansRounding(context, Seeds.of(5), restarts, listener);
  }

  private static Embedding clouds(int count, int size, int columns) {
    SplittableRandom random = new SplittableRandom(9);
    int n = count * size;
    double[] values = new double[n * columns];
    for (int c = 0; c < columns; c++) {
      for (int i = 0; i < n; i++) {
        int cloud = i / size;
        values[c * n + i] = 10 * Math.sin(1 + cloud * (c + 2)) + random.nextDouble();
      }
    }
    return new Embedding(n, columns, values);
  }
}
