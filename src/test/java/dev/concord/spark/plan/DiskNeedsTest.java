package dev.concord.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.features.FeatureTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The estimate counts everything that is written. */
class DiskNeedsTest {
  private static final int N = 10_000_000;
  private static final int DIM = 784;

  private static DiskNeeds needs(String format, long pairs, String... sets) {
    ConcordConfig config =
        ConfigLoader.load(
            "input.features { format = "
                + format
                + ", path = x }\nclusters.count = 10\n"
                + "output.path = y",
            "a test",
            List.of(sets));
    FeatureTable features =
        FeatureTable.later(
            IdTable.rowNumbers(N),
            DIM,
            1 << 16,
            (long) N * DIM,
            List.of("pixels"),
            () -> {
              throw new IllegalStateException("nobody reads it");
            });
    return DiskNeeds.of(config, new InputReading.Points(features.ids(), features, null), pairs);
  }

  @Test
  void theModelIsMostOfTheOutput() {
    DiskNeeds pixels = needs("idx", 0);
    assertThat(pixels.model()).isBetween(4L * N * DIM, 5L * N * DIM);
    assertThat(pixels.output()).isGreaterThan(pixels.model());
    assertThat(needs("csv", 0).model()).isGreaterThan(8L * N * DIM);
    assertThat(pixels.describe()).contains("of it the model");
    DiskNeeds without = needs("idx", 0, "output.model=false");
    assertThat(without.model()).isZero();
    assertThat(without.output()).isEqualTo(pixels.output() - pixels.model());
  }

  @Test
  void constraintsStagesAndTheShuffleToCellsCount() {
    DiskNeeds plain = needs("idx", 0);
    assertThat(needs("idx", 1_000_000).output() - plain.output()).isGreaterThan(40_000_000L);
    assertThat(plain.stages()).isGreaterThan(24L * N * 10);
    assertThat(needs("idx", 0, "output.resume=false").stages()).isZero();
    long exact = needs("idx", 0, "graph.search=exact").shuffled();
    long approximate = needs("idx", 0, "graph.search=approximate").shuffled();
    assertThat(exact).isGreaterThan(8L * N * DIM);
    assertThat(approximate).isGreaterThan(16L * N * DIM);
  }
}
