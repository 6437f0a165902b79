package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.error.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizesSectionTest {
  private static final String JOB =
      """
      input.features { format = csv, path = a.csv, id = id }
      output.path = out
      clusters.count = 3
      """;
  private static final String EARLIER = "clusters.previous { format = csv, path = b.csv }\n";

  private static ConcordConfig load(String more) {
    return ConfigLoader.load(JOB + more, "job.conf", List.of());
  }

  private static ClustersConfig.Sizes sizes(String more) {
    ClustersConfig.Sizes sizes = load(more).clusters().sizes();
    assertThat(sizes).isNotNull();
    return java.util.Objects.requireNonNull(sizes);
  }

  @Test
  void withoutBoundsThereAreNone() {
    assertThat(load("").clusters().sizes()).isNull();
    assertThat(load("clusters.sizes { min = none, max = none }").clusters().sizes()).isNull();
    assertThat(load("clusters.weight = w").clusters().sizes()).isNull();
  }

  @Test
  void sharesBecomeWholePointsWithinThem() {
    ClustersConfig.Sizes sizes = sizes("clusters.sizes { min = 0.25, max = 0.35 }");
    assertThat(sizes.lower(3, 150, true)).containsOnly(38);
    assertThat(sizes.upper(3, 150, true)).containsOnly(52);
    assertThat(sizes.lower(3, 150, false)).containsOnly(37.5);
    assertThat(sizes("clusters.sizes.min = 0.1").lower(3, 70_000, true)).containsOnly(7000);
    assertThat(sizes("clusters.sizes.max = 0.07").upper(3, 100, true)).containsOnly(7);
  }

  @Test
  void numbersStayAsTheyAre() {
    ClustersConfig.Sizes sizes = sizes("clusters.sizes { min = 1, max = 60 }");
    assertThat(sizes.lower(3, 150, true)).containsOnly(1);
    assertThat(sizes.upper(3, 150, true)).containsOnly(60);
    assertThat(sizes("clusters.sizes.min = 9").upper(3, 150, true))
        .containsOnly(Double.POSITIVE_INFINITY);
    ClustersConfig.Sizes weighed = sizes("clusters { sizes.max = 10.5, weight = w }");
    assertThat(weighed.upper(3, 30, false)).containsOnly(10.5);
  }

  @Test
  void aListBoundsEarlierClusters() {
    ClustersConfig.Sizes sizes = sizes(EARLIER + "clusters.sizes { min = [none, 0.2], max = 70 }");
    assertThat(sizes.perCluster()).isTrue();
    assertThat(sizes.lower(3, 100, true)).containsExactly(0, 20, 0);
    assertThat(sizes.upper(3, 100, true)).containsOnly(70);
  }

  @Test
  void theEffectiveConfigurationReadsBack() {
    ConcordConfig config =
        load(EARLIER + "clusters { weight = w, sizes { min = [none, 0.2, 30], max = 40.5 } }");
    ConcordConfig again = ConfigLoader.load(config.effective(), "run.json", List.of());
    assertThat(again.clusters()).isEqualTo(config.clusters());
    assertThat(config.input().features().weight()).isEqualTo("w");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clusters.sizes.min = 0 | must be a share above 0 and below 1, a whole number of at least"
            + " 1",
        "clusters.sizes.min = -3 | must be a share above 0 and below 1",
        "clusters.sizes.max = 7.5 | a whole number of at least 1 or none",
        "clusters.sizes.max = many | clusters.sizes.max = many",
        "clusters { sizes.max = many, weight = w } | a weight of at least 1",
        "clusters.sizes { min = 0.4, max = 0.3 } | 0.4 and 0.3; no size",
        "clusters.sizes { min = 40, max = 30 } | 40 and 30; no size",
        "clusters.sizes.min = [10] | clusters.previous is not given",
        "clusters.sizes.mim = 9 | did you mean clusters.sizes.min",
      })
  void badBoundsAreRefused(String text, String message) {
    assertThatThrownBy(() -> load(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clusters.sizes.min = [1, 2, 3, 4] | has an entry for cluster 3",
        "clusters.sizes.min = [] | is an empty list",
        "clusters.sizes.min = [1, x] | or none, each entry",
        "clusters.sizes { min = [1, 9], max = [5, 5] } | for cluster 1: 9 and 5",
      })
  void badListsAreRefused(String text, String message) {
    assertThatThrownBy(() -> load(EARLIER + text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }
}
