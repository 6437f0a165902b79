package dev.concord.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PairMomentsTest {
  static Stream<JsonNode> instances() throws IOException {
    try (InputStream in =
        PairMomentsTest.class.getResourceAsStream("/golden/ccskl/pair_moments.json")) {
      JsonNode root = new ObjectMapper().readTree(in);
      return StreamSupport.stream(root.get("instances").spliterator(), false);
    }
  }

  @ParameterizedTest
  @MethodSource("instances")
  void sumsAreThoseOfTheReference(JsonNode instance) {
    int n = instance.get("n").asInt();
    int m = instance.get("m").asInt();
    double[] rows = new double[n * m];
    for (int i = 0; i < n; i++) {
      for (int q = 0; q < m; q++) {
        rows[i * m + q] = instance.get("F").get(i).get(q).asDouble();
      }
    }
    JsonNode pairs = instance.get("pairs");
    int count = pairs.size();
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = pairs.get(p).get(0).asInt();
      second[p] = pairs.get(p).get(1).asInt();
      must[p] = pairs.get(p).get(2).asDouble() == 1.0;
      weight[p] = pairs.get(p).get(3).asDouble();
    }
    double multiplicity = instance.get("multiplicity").asDouble();
    PairMoments moments =
        PairMoments.local(
            n, first, second, must, weight, rows, m, multiplicity, null, PairProducts.ELEMENTWISE);
    double scale = 0.0;
    for (int q = 0; q < m; q++) {
      scale = Math.max(scale, Math.abs(instance.get("A").get(q).get(q).asDouble()));
    }
    for (int q = 0; q < m; q++) {
      for (int s = 0; s < m; s++) {
        assertThat(moments.a()[q * m + s])
            .isCloseTo(instance.get("A").get(q).get(s).asDouble(), within(1e-12 * scale));
      }
      double b = instance.get("b").get(q).asDouble();
      assertThat(moments.b()[q]).isCloseTo(b, within(1e-12 * Math.abs(b)));
    }
    double c = instance.get("c").asDouble();
    assertThat(moments.c()).isCloseTo(c, within(1e-12 * c));
  }

  @Test
  void theQuadraticIsTheCostOfTheKernelItDescribes() {
    SplittableRandom random = new SplittableRandom(3);
    int n = 12;
    int m = 4;
    double[] rows = random.doubles((long) n * m, -1.0, 1.0).toArray();
    double[] z = random.doubles(m).toArray();
    PairConstraints pairs = PairNotation.random(n, 20, 0.5, random);
    for (int multiplicity = 1; multiplicity <= 2; multiplicity++) {
      double cost = 0.0;
      for (int i = 0; i < n; i++) {
        cost += Math.pow(kernel(rows, m, z, i, i) - 1.0, 2);
      }
      for (int p = 0; p < pairs.size(); p++) {
        double k = kernel(rows, m, z, pairs.first()[p], pairs.second()[p]);
        double t = pairs.mustLink()[p] ? 1.0 : 0.0;
        cost += multiplicity * Math.pow(pairs.weight()[p] * (k - t), 2);
      }
      PairMoments moments = PairMoments.local(pairs, rows, m, multiplicity, null);
      double value = moments.c();
      for (int q = 0; q < m; q++) {
        value += moments.b()[q] * z[q];
        for (int s = 0; s < m; s++) {
          value += 0.5 * z[q] * moments.a()[q * m + s] * z[s];
        }
      }
      assertThat(value).isCloseTo(cost, within(1e-12 * cost));
    }
  }

  @Test
  void chunksComputedAnywhereGiveTheSameBits() {
    SplittableRandom random = new SplittableRandom(9);
    int n = PairMoments.CHUNK + 1_000;
    int m = 3;
    double[] rows = random.doubles((long) n * m, -1.0, 1.0).toArray();
    PairConstraints pairs = PairNotation.random(n, 3 * PairMoments.CHUNK - 5, 0.5, random);
    PairMoments local = PairMoments.local(pairs, rows, m, 1, null);

    int count = pairs.size();
    assertThat(PairMoments.chunks(count)).isEqualTo(3);
    assertThat(PairMoments.chunks(n)).isEqualTo(2);
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4));
    Collections.reverse(order);
    PairMoments[] parts = new PairMoments[5];
    for (int chunk : order) {
      int q = chunk - 3;
      parts[chunk] =
          q < 0
              ? PairMoments.ofPairs(
                  PairMoments.chunkStart(chunk, count),
                  PairMoments.chunkStart(chunk + 1, count),
                  pairs.first(),
                  pairs.second(),
                  pairs.mustLink(),
                  pairs.weight(),
                  rows,
                  m,
                  1.0)
              : PairMoments.ofPoints(
                  PairMoments.chunkStart(q, n), PairMoments.chunkStart(q + 1, n), rows, m, null);
    }
    PairMoments combined = PairMoments.combine(List.of(parts));
    assertThat(combined.a()).isEqualTo(local.a());
    assertThat(combined.b()).isEqualTo(local.b());
    assertThat(combined.c()).isEqualTo(local.c());
  }

  @Test
  void aRowThatIsNotANumberIsNotSummedInSilence() {
    PairConstraints pairs = PairNotation.pairs(2, "0=1");
    assertThatThrownBy(() -> PairMoments.local(pairs, new double[] {1.0, Double.NaN}, 1, 1, null))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("NaN");
  }

  @Test
  void onlyCountedPointsHaveADiagonalTerm() {
    PairConstraints pairs = PairNotation.pairs(3, "0=2");
    double[] rows = {0.5, 1.0, 2.0, 3.0, -1.0, 0.25};
    PairMoments some = PairMoments.local(pairs, rows, 2, 1, pairs.touched());
    PairMoments all = PairMoments.local(pairs, rows, 2, 1, null);
    assertThat(all.c() - some.c()).isEqualTo(1.0);
    double[] squares = {4.0, 9.0};
    for (int q = 0; q < 2; q++) {
      assertThat(all.b()[q] - some.b()[q]).isCloseTo(-2.0 * squares[q], within(1e-12));
      for (int s = 0; s < 2; s++) {
        assertThat(all.a()[q * 2 + s] - some.a()[q * 2 + s])
            .isCloseTo(2.0 * squares[q] * squares[s], within(1e-9));
      }
    }
  }

  @Test
  void wrongShapesAreRefused() {
    PairConstraints pairs = PairNotation.pairs(2, "0=1");
    assertThatThrownBy(() -> PairMoments.local(pairs, new double[3], 2, 1, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 entries are not 2 rows of 2 columns");
    assertThatThrownBy(() -> PairMoments.local(pairs, new double[4], 2, 3, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("multiplicity 3 must be 1 or 2");
    assertThatThrownBy(() -> PairMoments.ofPoints(0, PairMoments.CHUNK + 1, new double[0], 1, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double kernel(double[] rows, int m, double[] z, int i, int j) {
    double sum = 0.0;
    for (int q = 0; q < m; q++) {
      sum += z[q] * rows[i * m + q] * rows[j * m + q];
    }
    return sum;
  }
}
