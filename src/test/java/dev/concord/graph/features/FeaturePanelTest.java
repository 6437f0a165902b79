package dev.concord.graph.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FeaturePanelTest {

  private enum Kind {
    BYTES(1),
    FLOATS(4),
    DOUBLES(8),
    SPARSE_FLOATS(0),
    SPARSE_DOUBLES(0);

    /** Bytes a value when no place is kept. */
    final int bytes;

    Kind(int bytes) {
      this.bytes = bytes;
    }
  }

  private static double value(Kind kind, SplittableRandom random) {
    return switch (kind) {
      case BYTES -> random.nextInt(256);
      case FLOATS -> (float) random.nextGaussian();
      case DOUBLES -> random.nextGaussian();
      case SPARSE_FLOATS -> random.nextInt(30) == 0 ? -0.5f * random.nextInt(1, 9) : 0.0;
      case SPARSE_DOUBLES -> random.nextInt(30) == 0 ? random.nextGaussian() : 0.0;
    };
  }

  private static double[] values(Kind kind, int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[size];
    for (int p = 0; p < size; p++) {
      values[p] = value(kind, random);
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyFormKeepsTheValuesInLittleMemory(Kind kind) {
    double[] values = values(kind, 40 * 90, 3);
    FeaturePanel panel = FeaturePanel.of(2, 500, 40, 90, values.clone());
    assertThat(panel.isSparse()).isEqualTo(kind.name().startsWith("SPARSE"));
    if (panel.isSparse()) {
      assertThat(panel.memory()).isLessThan(40 * 90 * 2);
    } else {
      assertThat(panel.memory()).isEqualTo(40L * 90 * kind.bytes);
    }
    double[] row = new double[90];
    Arrays.fill(row, Double.NaN);
    for (int r = 0; r < 40; r++) {
      panel.copyRow(r, row);
      assertThat(row).isEqualTo(Arrays.copyOfRange(values, r * 90, (r + 1) * 90));
    }
    assertThat(panel.largest()).isFinite();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void distancesHaveTheSameBitsInEveryForm(Kind kind) {
    int dim = 90;
    double[] values = values(kind, 30 * dim, 5);
    FeaturePanel panel = FeaturePanel.of(0, 0, 30, dim, values.clone());
    List<FeaturePanel> others = new ArrayList<>();
    for (Kind other : Kind.values()) {
      others.add(FeaturePanel.of(1, 30, 20, dim, values(other, 20 * dim, 6)));
    }
    double[] x = new double[dim];
    double[] y = new double[dim];
    for (FeaturePanel other : others) {
      for (int r = 0; r < 30; r++) {
        panel.copyRow(r, x);
        for (int c = 0; c < 20; c++) {
          other.copyRow(c, y);
          double sum = 0.0;
          for (int d = 0; d < dim; d++) {
            sum += (x[d] - y[d]) * (x[d] - y[d]);
          }
          assertThat(other.distance(x, c)).isEqualTo(Math.sqrt(sum));
          assertThat(other.distance(panel, r, x, c)).isEqualTo(Math.sqrt(sum));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void rowsAreGatheredFromPanelsOfAnyForm(Kind kind) {
    int dim = 60;
    List<FeaturePanel> parts = new ArrayList<>();
    for (Kind other : Kind.values()) {
      if (other.compareTo(kind) <= 0) {
        parts.add(FeaturePanel.of(parts.size(), 0, 10, dim, values(other, 10 * dim, 8)));
      }
    }
    int[] part = new SplittableRandom(9).ints(25, 0, parts.size()).toArray();
    int[] row = new SplittableRandom(10).ints(25, 0, 10).toArray();
    FeaturePanel gathered = FeaturePanel.gather(7, 70, parts, part, row);
    assertThat(gathered.index()).isEqualTo(7);
    assertThat(gathered.firstRow()).isEqualTo(70);
    assertThat(gathered.memory()).isLessThanOrEqualTo(25L * dim * Double.BYTES);
    double[] expected = new double[dim];
    double[] found = new double[dim];
    for (int r = 0; r < 25; r++) {
      parts.get(part[r]).copyRow(row[r], expected);
      gathered.copyRow(r, found);
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void manySparseColumnsTakeMemoryForTheirValuesOnly() {
    int dim = 2_000_000;
    List<FeaturePanel> parts = new ArrayList<>();
    for (int r = 0; r < 3; r++) {
      double[] row = new double[dim];
      row[r] = 1.5;
      row[dim - 1] = r;
      parts.add(FeaturePanel.of(r, r, 1, dim, row));
    }
    // 500 rows of two million features: 8 GB when filled up.
    int[] part = new SplittableRandom(1).ints(500, 0, 3).toArray();
    FeaturePanel gathered = FeaturePanel.gather(0, 0, parts, part, new int[500]);
    assertThat(gathered.memory()).isLessThan(20_000);
    double[] x = new double[dim];
    parts.get(1).copyRow(0, x);
    assertThat(parts.get(2).distance(parts.get(1), 0, x, 0))
        .isEqualTo(Math.sqrt(1.5 * 1.5 + 1.5 * 1.5 + 1.0));
  }

  @Test
  void valuesThatAreNoNumbersAreKeptAndFound() {
    double[] values = new double[400];
    values[77] = Double.NaN;
    assertThat(FeaturePanel.of(0, 0, 4, 100, values).largest()).isNaN();
    double[] dense = values(Kind.FLOATS, 400, 1);
    dense[3] = Double.POSITIVE_INFINITY;
    assertThat(FeaturePanel.of(0, 0, 4, 100, dense).largest()).isInfinite();
    assertThatThrownBy(() -> FeaturePanel.of(0, 0, 4, 99, values))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("400 values for 4 rows of 99");
  }
}
