package dev.concord.graph.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.InputException;
import dev.concord.linalg.Vectors;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrincipalComponentsTest {
  /** Rows with {@code strong} directions of deviation 10 and noise of deviation {@code noise}. */
  private static FeaturePanel rows(int rows, int dim, int strong, double noise) {
    SplittableRandom random = new SplittableRandom(4);
    double[][] directions = new double[strong][dim];
    for (double[] direction : directions) {
      double length = 0.0;
      for (int d = 0; d < dim; d++) {
        direction[d] = random.nextGaussian();
        length += direction[d] * direction[d];
      }
      for (int d = 0; d < dim; d++) {
        direction[d] *= 10.0 / Math.sqrt(length);
      }
    }
    double[] values = new double[rows * dim];
    for (int r = 0; r < rows; r++) {
      for (double[] direction : directions) {
        double along = random.nextGaussian();
        for (int d = 0; d < dim; d++) {
          values[r * dim + d] += along * direction[d];
        }
      }
      for (int d = 0; d < dim; d++) {
        values[r * dim + d] += 3.0 + noise * random.nextGaussian();
      }
    }
    return FeaturePanel.of(0, 0, rows, dim, values);
  }

  private static double squares(FeaturePanel panel, int a, int b) {
    double[] x = new double[panel.dim()];
    panel.copyRow(a, x);
    double distance = panel.distance(x, b);
    return distance * distance;
  }

  @Test
  void aNumberOfComponentsKeepsTheDistancesThatLieAlongThem() {
    FeaturePanel rows = rows(300, 40, 5, 0.0);

    Projection projection = PrincipalComponents.of(rows, ReductionRule.to(5));
    FeaturePanel reduced = projection.apply(rows);

    assertThat(projection.count()).isEqualTo(5);
    assertThat(projection.explained()).isCloseTo(1.0, within(1e-9));
    assertThat(reduced.dim()).isEqualTo(5);
    for (int r = 1; r < 300; r++) {
      double before = squares(rows, 0, r);
      assertThat(squares(reduced, 0, r)).isCloseTo(before, within(1e-5 * before));
    }
  }

  /** Rows of 400 words, each of one of eight subjects that have 50 words of their own. */
  private static FeaturePanel texts(int rows) {
    SplittableRandom random = new SplittableRandom(6);
    double[] values = new double[rows * 400];
    for (int r = 0; r < rows; r++) {
      for (int w = 0; w < 30; w++) {
        values[r * 400 + (r % 8) * 50 + random.nextInt(50)] += 1.0;
      }
    }
    return FeaturePanel.of(0, 0, rows, 400, values);
  }

  @Test
  void rowsOfFewValuesAreProjectedOnTheirLeadingSingularVectorsAndToLengthOne() {
    FeaturePanel rows = texts(240);

    Projection projection = PrincipalComponents.ofSparse(rows);
    FeaturePanel reduced = projection.apply(rows);

    assertThat(reduced.dim()).isEqualTo(PrincipalComponents.TOPICS);
    assertThat(projection.centre()).containsOnly(0.0);
    double[] x = new double[reduced.dim()];
    for (int r = 0; r < 240; r++) {
      reduced.copyRow(r, x);
      assertThat(Vectors.dot(x.length, x, 0, x, 0)).isCloseTo(1.0, within(1e-6));
      int other = (r + 8) % 240;
      assertThat(squares(reduced, r, other)).isLessThan(squares(reduced, r, (r + 1) % 240));
    }
    assertThat(PrincipalComponents.ofSparse(texts(100))).isNull();
  }

  @Test
  void aRowWithoutValuesStaysAtTheOrigin() {
    Projection projection = PrincipalComponents.ofSparse(texts(240));
    FeaturePanel none = projection.apply(FeaturePanel.of(0, 0, 1, 400, new double[400]));
    assertThat(none.largest()).isZero();
  }

  @Test
  void coordinatesAreThoseOfTheFeaturesAboutTheirMean() {
    FeaturePanel rows = rows(200, 30, 3, 0.5);

    FeaturePanel reduced = PrincipalComponents.of(rows, ReductionRule.to(4)).apply(rows);

    double[] row = new double[4];
    double[] sum = new double[4];
    double[] square = new double[4];
    double cross = 0.0;
    for (int r = 0; r < 200; r++) {
      reduced.copyRow(r, row);
      cross += row[0] * row[1];
      for (int j = 0; j < 4; j++) {
        sum[j] += row[j];
        square[j] += row[j] * row[j];
      }
    }
    for (int j = 0; j < 4; j++) {
      assertThat(sum[j] / 200).isCloseTo(0.0, within(1e-4));
      assertThat(j == 0 || square[j] <= square[j - 1]).isTrue();
    }
    assertThat(Math.abs(cross)).isLessThan(1e-3 * square[0]);
  }

  @ParameterizedTest
  @CsvSource({
    // features, directions, noise
    "64, 10, 0.1", // few features
    "70, 200, 0.0", // more than half as many as features
    "300, 1, 5.0", // noise in all directions
    "8193, 10, 0.1", // too many features to look
  })
  void tablesWithoutStructureStayAsTheyAre(int dim, int strong, double noise) {
    FeaturePanel sample = rows(600, dim, strong, noise);

    assertThat(PrincipalComponents.of(sample, ReductionRule.AUTO)).isNull();
  }

  @Test
  void fewDirectionsGetTheFewestComponents() {
    Projection projection = PrincipalComponents.of(rows(600, 100, 10, 0.1), ReductionRule.AUTO);

    assertThat(projection.count()).isEqualTo(PrincipalComponents.FEWEST);
    assertThat(projection.explained()).isGreaterThan(0.99);
  }

  @Test
  void noFewerComponentsHoldTheVariance() {
    FeaturePanel sample = rows(600, 200, 60, 0.1);

    Projection projection = PrincipalComponents.of(sample, ReductionRule.AUTO);
    Projection fewer = PrincipalComponents.of(sample, ReductionRule.to(projection.count() - 1));

    assertThat(projection.count()).isGreaterThan(PrincipalComponents.FEWEST);
    assertThat(projection.explained()).isGreaterThanOrEqualTo(PrincipalComponents.VARIANCE);
    assertThat(fewer.explained()).isLessThan(PrincipalComponents.VARIANCE);
  }

  @Test
  void rowsThatAreAllEqualStayAsTheyAre() {
    FeaturePanel same = FeaturePanel.of(0, 0, 50, 80, new double[50 * 80]);

    assertThat(PrincipalComponents.of(same, ReductionRule.AUTO)).isNull();
    assertThat(PrincipalComponents.of(same, ReductionRule.NONE)).isNull();
  }

  @Test
  void moreComponentsThanThereAreAreRefused() {
    FeaturePanel rows = rows(100, 12, 3, 0.1);

    assertThatThrownBy(() -> PrincipalComponents.of(rows, ReductionRule.to(13)))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "graph.reduce = 13 is more than the table has: 12 features and 100 rows have at most 12"
                + " principal components; lower graph.reduce, or set it to auto or none.");
  }

  @Test
  void aValueBeyondSinglePrecisionIsRefused() {
    FeaturePanel rows = rows(100, 12, 3, 0.1);
    Projection projection = PrincipalComponents.of(rows, ReductionRule.to(3));
    double[] far = new double[24];
    far[20] = 1e300;

    assertThatThrownBy(() -> projection.apply(FeaturePanel.of(1, 100, 2, 12, far)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("input.features: row 101 (counted from 0)")
        .hasMessageContaining("graph.reduce = none");
  }

  @Test
  void theSampleFitsMemoryAndHoldsTheComponentsAskedFor() {
    assertThat(PrincipalComponents.sampleRows(100, 784, ReductionRule.AUTO)).isEqualTo(100);
    assertThat(PrincipalComponents.sampleRows(70_000, 784, ReductionRule.AUTO)).isEqualTo(4096);
    assertThat(PrincipalComponents.sampleRows(70_000, 8192, ReductionRule.AUTO)).isEqualTo(512);
    assertThat(PrincipalComponents.sampleRows(70_000, 8192, ReductionRule.to(300))).isEqualTo(1200);
  }
}
