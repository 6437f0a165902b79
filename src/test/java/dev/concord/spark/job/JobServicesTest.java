package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.NormalizedAdjacency;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.DistributedOperator;
import dev.concord.testing.Graphs;
import dev.concord.testing.SparkTest;
import java.util.Arrays;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("spark")
class JobServicesTest {
  private final JavaSparkContext context =
      JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());

  @Test
  void aMethodsOwnOperatorIsDistributedWhenThePlanSaysSoAndReleasedAtTheEnd() {
    CsrMatrix matrix = NormalizedAdjacency.of(Graphs.groups(3, 20, 0.1, 3));
    double[] x = new double[matrix.rows()];
    Arrays.setAll(x, i -> 1.0 / (i + 1));
    double[] expected = new double[x.length];
    double[] actual = new double[x.length];
    try (JobServices local = services(0)) {
      LinearOperator operator = local.operator(matrix);
      assertThat(operator).isInstanceOf(CsrOperator.class);
      operator.apply(x, expected);
    }
    SparkTest.Persisted before = SparkTest.persisted();
    try (JobServices distributed = services(7)) {
      LinearOperator operator = distributed.operator(matrix);
      assertThat(operator).isInstanceOf(DistributedOperator.class);
      operator.apply(x, actual);
      assertThat(before.added()).isEqualTo(1);
    }
    assertThat(actual).isEqualTo(expected);
    assertThat(before.added()).isZero();
  }

  private JobServices services(int blockRows) {
    return new JobServices(
        context, Seeds.of(1), 1, new StageClock(JobListener.NONE), FeatureRows.NONE, blockRows);
  }
}
