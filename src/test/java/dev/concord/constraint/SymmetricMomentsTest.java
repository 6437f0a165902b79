package dev.concord.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.linalg.solve.SemidefiniteQp;
import dev.concord.testing.Golden;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SymmetricMomentsTest {

  static Stream<JsonNode> instances() {
    JsonNode instances = Golden.load("ccsr/instances.json").get("instances");
    return StreamSupport.stream(instances.spliterator(), false);
  }

  @Test
  void theQuadraticIsTheCostOfTheMatrixItDescribes() {
    SplittableRandom random = new SplittableRandom(3);
    int n = 12;
    int m = 4;
    double[] rows = random.doubles((long) n * m, -1.0, 1.0).toArray();
    double[] matrix = new double[m * m];
    double[] z = new double[10];
    int at = 0;
    for (int j = 0; j < m; j++) {
      for (int i = j; i < m; i++) {
        double value = random.nextDouble();
        matrix[i * m + j] = value;
        matrix[j * m + i] = value;
        z[at++] = i == j ? value : Math.sqrt(2.0) * value;
      }
    }
    PairConstraints pairs = PairNotation.random(n, 20, 0.5, random);
    for (int multiplicity = 1; multiplicity <= 2; multiplicity++) {
      for (boolean all : new boolean[] {true, false}) {
        boolean[] counted = all ? null : pairs.touched();
        PairMoments moments =
            PairMoments.local(pairs, rows, m, multiplicity, counted, PairProducts.SYMMETRIC);
        double expected = 0.0;
        for (int i = 0; i < n; i++) {
          double off = form(matrix, rows, i, i, m) - 1.0;
          expected += counted == null || counted[i] ? off * off : 0.0;
        }
        for (int p = 0; p < pairs.size(); p++) {
          double t = pairs.mustLink()[p] ? 1.0 : 0.0;
          double off = form(matrix, rows, pairs.first()[p], pairs.second()[p], m) - t;
          expected += multiplicity * pairs.weight()[p] * pairs.weight()[p] * off * off;
        }
        double value = moments.c();
        double[] a = moments.a();
        for (int q = 0; q < 10; q++) {
          value += moments.b()[q] * z[q];
          for (int s = 0; s < 10; s++) {
            value += 0.5 * z[q] * a[q * 10 + s] * z[s];
          }
        }
        assertThat(value).isCloseTo(expected, within(1e-11 * expected));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("instances")
  void theOptimumIsThatOfTheReference(JsonNode instance) {
    int n = instance.get("n").asInt();
    int m = instance.get("m").asInt();
    double[] rows = Golden.rowMajor(instance.get("F"));
    JsonNode pairs = instance.get("constraints");
    int[] first = new int[pairs.size()];
    int[] second = new int[first.length];
    boolean[] must = new boolean[first.length];
    double[] weight = new double[first.length];
    for (int p = 0; p < first.length; p++) {
      first[p] = pairs.get(p).get(0).asInt();
      second[p] = pairs.get(p).get(1).asInt();
      must[p] = pairs.get(p).get(2).asDouble() == 1.0;
      weight[p] = pairs.get(p).get(3).asDouble();
    }
    for (String convention : new String[] {"once", "frobenius"}) {
      double multiplicity = convention.equals("once") ? 1.0 : 2.0;
      PairMoments moments =
          PairMoments.local(
              n, first, second, must, weight, rows, m, multiplicity, null, PairProducts.SYMMETRIC);
      SemidefiniteQp.Solution solution =
          SemidefiniteQp.solve(m, moments.a(), moments.b(), moments.c());
      JsonNode expected = instance.get("conventions").get(convention);
      double objective = expected.get("objective").asDouble();
      assertThat(solution.objective()).isCloseTo(objective, within(1e-10 * objective));
      assertThat(solution.gap()).isBetween(0.0, 1e-10 * objective);
      assertThat(solution.rank()).isEqualTo(expected.get("rank").asInt());
      double[] matrix = Golden.rowMajor(expected.get("M"));
      double[] values = Golden.doubles(expected.get("eigenvalues"));
      for (int q = 0; q < matrix.length; q++) {
        assertThat(solution.x()[q]).isCloseTo(matrix[q], within(1e-5 * values[m - 1]));
      }
    }
  }

  private static double form(double[] matrix, double[] rows, int i, int j, int m) {
    double sum = 0.0;
    for (int q = 0; q < m; q++) {
      for (int s = 0; s < m; s++) {
        sum += rows[i * m + q] * matrix[q * m + s] * rows[j * m + s];
      }
    }
    return sum;
  }
}
