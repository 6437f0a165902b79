package dev.concord.partition.sizes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.partition.sizes.SizeInstances.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SizeShortageTest {
  @Test
  void aReasonIsGivenForProblemsWithoutAnySolutionAlone() {
    SplittableRandom random = new SplittableRandom(11);
    Map<SizeShortage.Kind, Integer> met = new EnumMap<>(SizeShortage.Kind.class);
    for (int i = 0; i < 800; i++) {
      Kind kind = i % 2 == 0 ? Kind.COMPONENTS : Kind.WEIGHTS;
      SizeProblem problem = SizeInstances.random(kind, 3 + random.nextInt(4), 2, random);
      SizeShortage reason = SizeShortage.of(problem.weight(), problem.lower(), problem.upper());
      met.merge(reason.kind(), 1, Integer::sum);
      if (reason.kind() != SizeShortage.Kind.NONE) {
        assertThat(SizeInstances.least(problem)).as(reason.kind().name()).isInfinite();
      }
    }
    assertThat(met)
        .containsKeys(
            SizeShortage.Kind.LOWER_BOUNDS_TOO_HIGH,
            SizeShortage.Kind.UPPER_BOUNDS_TOO_LOW,
            SizeShortage.Kind.NODE_TOO_HEAVY,
            SizeShortage.Kind.NONE);
  }
}
