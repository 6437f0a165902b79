package dev.concord.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.Pictures;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DrawingsTest {
  @Test
  void violatedPairsAreDrawnBeforeOthersAndTheirPointsAreShown() {
    int n = 100_000;
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = i;
    }
    int pairs = 1000;
    int[] first = new int[pairs];
    int[] second = new int[pairs];
    boolean[] satisfied = new boolean[pairs];
    for (int p = 0; p < pairs; p++) {
      first[p] = 7 + p;
      second[p] = 99_999 - p;
      satisfied[p] = p % 100 != 0;
    }
    Scatter scatter =
        Scatter.of(
            "a",
            "b",
            x,
            x,
            new int[n],
            i -> "id" + i,
            new Scatter.Pairs(first, second, new boolean[pairs], satisfied));
    assertThat(scatter.drawnPairs()).hasSize(Scatter.DRAWN);
    assertThat(scatter.drawnPairs().stream().filter(link -> !link.satisfied())).hasSize(10);
    for (Scatter.DrawnPair link : scatter.drawnPairs()) {
      double a = scatter.x()[link.first()];
      assertThat(scatter.x()[link.second()]).isEqualTo(99_999 - (a - 7));
      assertThat(scatter.ids().get(link.first())).isEqualTo("id" + (int) a);
    }
    ScatterPlot plot = ScatterPlot.of(scatter);
    assertThat(plot.count("cannot broken")).isEqualTo(10);
    assertThat(plot.shown()).isBetween(Scatter.SHOWN, Scatter.SHOWN + 2 * Scatter.DRAWN);
    assertThat(plot.of()).isEqualTo(n);
  }

  @Test
  void aResidualIsDrawnOnPowersOfTenWithItsGoalBelow() {
    TracePlot plot =
        TracePlot.of(
            new ReportModel.Trace(
                "products",
                "residual",
                new double[] {1, 50, 99},
                new double[] {1, 1e-4, 0},
                1e-8,
                true));
    assertThat(plot.path()).startsWith("M").containsOnlyOnce("M").doesNotContain("NaN");
    assertThat(plot.yTicks())
        .extracting(LinearScale.Tick::label)
        .containsExactly("10⁻¹⁶", "10⁻¹²", "10⁻⁸", "0.0001", "1");
    assertThat(plot.goalAt()).isBetween((double) TracePlot.TOP, (double) TracePlot.BOTTOM);
    TracePlot plain =
        TracePlot.of(
            new ReportModel.Trace(
                "round", "cut", new double[] {0, 1}, new double[] {2, 1}, Double.NaN, false));
    assertThat(plain.goalAt()).isNaN();
  }

  @Test
  void picturesAreToldFromColumnsInAnyOrder() {
    SplittableRandom random = new SplittableRandom(3);
    List<double[]> pictures = new ArrayList<>();
    List<double[]> shuffled = new ArrayList<>();
    int side = 16;
    for (int r = 0; r < 40; r++) {
      double cx = 4 + 8 * random.nextDouble();
      double cy = 4 + 8 * random.nextDouble();
      double[] row = new double[side * side];
      double[] mixed = new double[side * side];
      for (int p = 0; p < row.length; p++) {
        int down = p / side;
        int across = p % side;
        row[p] = Math.exp(-(Math.pow(across - cx, 2) + Math.pow(down - cy, 2)) / 12);
        mixed[p * 37 % row.length] = row[p];
      }
      pictures.add(row);
      shuffled.add(mixed);
    }
    assertThat(Thumbnail.isPicture(pictures, side)).isTrue();
    assertThat(Thumbnail.isPicture(shuffled, side)).isFalse();
    assertThat(Thumbnail.isPicture(List.of(new double[64]), 8)).as("all the same").isFalse();
    assertThat(Thumbnail.side(784)).isEqualTo(28);
    assertThat(Thumbnail.side(785)).isZero();
    assertThat(Thumbnail.side(49)).as("too small to tell").isZero();
    assertThat(Thumbnail.side(1_000_000)).as("too large to send").isZero();
  }

  @Test
  void aLargePictureIsAveragedDown() throws IOException {
    double[] row = new double[100 * 60];
    for (int p = 0; p < row.length; p++) {
      row[p] = p % 100 < 50 ? -1 : 3;
    }
    BufferedImage image = Pictures.decode(Thumbnail.of(row, 100, 60, -1, 3));
    assertThat(image.getWidth()).isEqualTo(34);
    assertThat(image.getHeight()).isEqualTo(20);
    assertThat(image.getRaster().getSample(0, 0, 0)).isZero();
    assertThat(image.getRaster().getSample(33, 19, 0)).isEqualTo(255);
    // Two columns of -1 and one of 3.
    assertThat(image.getRaster().getSample(16, 5, 0)).isEqualTo(85);
  }
}
