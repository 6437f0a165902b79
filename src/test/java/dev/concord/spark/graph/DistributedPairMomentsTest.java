package dev.concord.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.method.Embedding;
import dev.concord.testing.SparkTest;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("spark")
class DistributedPairMomentsTest {
  @Test
  void theSumOverAnRddEqualsTheLocalOneBitForBit() {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());
    int n = 70_000;
    int count = 200_000;
    SplittableRandom random = new SplittableRandom(4);
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(n / 2);
      second[p] = n / 2 + random.nextInt(n / 2);
      must[p] = random.nextBoolean();
      weight[p] = 1.0 - random.nextDouble();
    }
    PairConstraints pairs = PairConstraints.of(n, first, second, must, weight, Integer::toString);
    double[] values = new double[n * 3];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextDouble() - 0.5;
    }
    Embedding rows = new Embedding(n, 3, values);
    PairMoments local = PairMoments.local(pairs, rows.rowMajor(), 3, 2, null);
    PairMoments distributed = DistributedPairMoments.distributed(context, pairs, rows, 2, null);
    assertThat(distributed.a()).isEqualTo(local.a());
    assertThat(distributed.b()).isEqualTo(local.b());
    assertThat(distributed.c()).isEqualTo(local.c());
    assertThat(DistributedPairMoments.pairChunks(context, pairs).count())
        .isEqualTo(PairMoments.chunks(pairs.size()));
    assertThat(DistributedPairMoments.sum(context, pairs, rows, 2, null).a()).isEqualTo(local.a());
  }
}
