package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ConstraintFiguresTest {
  private static PairConstraints pairs(int count) {
    int[][] must = new int[count][];
    Arrays.setAll(must, p -> new int[] {p, p + count});
    return Pairs.of(2 * count, must, new int[0][]);
  }

  private static double[] evidence(int count, int suspicious) {
    double[] against = new double[count];
    Arrays.fill(against, 0, suspicious, 0.8);
    return against;
  }

  @Test
  void manySuspiciousPairsAreAdvisedOn() {
    assertThat(ConstraintFigures.advice(pairs(100), evidence(100, 5), true, true))
        .startsWith("5 of 100 constraints are contradicted by the neighbours")
        .contains("column against", "clusters.constraints = soft")
        .contains("or they are right and the features, or edges, say something else");
    assertThat(ConstraintFigures.advice(pairs(100), evidence(100, 5), false, true))
        .contains("Remove wrong ones; if they are right, other columns");
  }

  @Test
  void fewAreNot() {
    assertThat(ConstraintFigures.advice(pairs(101), evidence(101, 5), true, true)).isNull();
    assertThat(ConstraintFigures.advice(pairs(10), evidence(10, 4), true, true)).isNull();
    assertThat(ConstraintFigures.advice(pairs(10), evidence(10, 0), true, true)).isNull();
  }
}
