package dev.concord.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.Projection;
import dev.concord.testing.SparkTest;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The leading principal components of features that are too many for the driver. */
@Tag("spark")
class LeadingComponentsTest {
  private static final int ROWS = 300;
  private static final int DIM = 40;
  private static JavaSparkContext context;

  @BeforeAll
  static void startSpark() {
    context = JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());
  }

  /** Column c has the standard deviation 10, 5, 2.5, ..., and 0.01 at least. */
  private static float[] values() {
    SplittableRandom random = new SplittableRandom(7);
    float[] values = new float[ROWS * DIM];
    for (int i = 0; i < values.length; i++) {
      double deviation = Math.max(0.01, 10.0 / (1 << Math.min(20, i % DIM)));
      values[i] = (float) (3.0 + deviation * random.nextGaussian());
    }
    return values;
  }

  private static JavaRDD<FeaturePanel> panels(float[] values) {
    int half = ROWS / 2;
    float[] first = Arrays.copyOfRange(values, 0, half * DIM);
    float[] second = Arrays.copyOfRange(values, half * DIM, values.length);
    return context.parallelize(
        List.of(
            FeaturePanel.of(0, 0, half, DIM, first), FeaturePanel.of(1, half, half, DIM, second)),
        2);
  }

  @Test
  void theyKeepTheDistancesThatTheVarianceMakes() {
    JavaRDD<FeaturePanel> table = panels(values());
    Projection leading = Scalings.leading(context, table, ROWS, DIM, 6);

    assertThat(leading.count()).isEqualTo(6);
    assertThat(leading.explained()).isGreaterThan(0.998).isLessThan(1.0);
    List<FeaturePanel> all = table.collect();
    List<FeaturePanel> projected = table.map(leading::apply).collect();
    double[] from = new double[DIM];
    double[] shorter = new double[6];
    all.get(0).copyRow(0, from);
    projected.get(0).copyRow(0, shorter);
    for (int row = 0; row < ROWS / 2; row++) {
      double full = all.get(1).distance(all.get(0), 0, from, row);
      double reduced = projected.get(1).distance(projected.get(0), 0, shorter, row);
      assertThat(reduced).isLessThanOrEqualTo(full * (1 + 1e-6)).isCloseTo(full, within(1.0));
    }
  }

  /** Columns of hardly any variance beside the first have no axis of their own. */
  @Test
  void thereAreNoMoreThanTheRowsHave() {
    Projection all = Scalings.leading(context, panels(values()), ROWS, DIM, 64);
    assertThat(all.count()).isBetween(6, DIM);
    assertThat(all.explained()).isGreaterThan(0.9999);
  }
}
