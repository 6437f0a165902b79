package dev.concord.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.MemoryException;
import org.junit.jupiter.api.Test;

class PlanTest {
  @Test
  void aPlanThatDoesNotFitNamesItsLargestPartAndTheRemedy() {
    Plan plan = plan(10_000_000, 784, "auto", 4L << 30);
    assertThatThrownBy(plan::check)
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("features")
        .hasMessageContaining("4.0 GiB")
        .hasMessageContaining("CONCORD_MEMORY");
  }

  @Test
  void executorsOfTheirOwnDoNotCountAgainstTheDriver() {
    Plan local = plan(70_000, 784, "auto", 6L << 30);
    assertThat(local.driverBytes()).isGreaterThan(local.executorBytes());
    local.check();
    assertThat(local.describe()).contains("operator       local").contains("tasks included");
  }

  @Test
  void theOperatorCanBeAskedForAndBecomesDistributedOnItsOwn() {
    assertThat(plan(1000, 5, "distributed", 1L << 30).operator()).isEqualTo("distributed");
    assertThat(plan(100_000_000, 5, "auto", 1L << 40).operator()).isEqualTo("distributed");
    assertThat(plan(1000, 5, "auto", 1L << 30).operator()).isEqualTo("local");
  }

  private static Plan plan(long n, int dim, String operator, long limit) {
    return Plan.of(
        new Plan.Size(
            n,
            dim,
            10,
            20 * n,
            500,
            8 * n,
            8 * n * 60,
            20,
            (int) (n / 8192 + 1),
            operator,
            0,
            true,
            2,
            limit));
  }
}
