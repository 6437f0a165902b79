package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ClustersConfig.Count;
import dev.concord.config.ConcordConfig;
import dev.concord.error.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountSectionTest {
  private static final String JOB =
      """
      input.features { format = csv, path = a.csv, id = id }
      output.path = out
      """;

  private static ConcordConfig load(String count) {
    return ConfigLoader.load(JOB + "clusters.count = " + count, "job.conf", List.of());
  }

  @Test
  void aNumberIsFixed() {
    Count count = load("7").clusters().number();
    assertThat(count).isEqualTo(Count.fixed(7)).isEqualTo(load("\"7\"").clusters().number());
    assertThat(count.isChosen()).isFalse();
    assertThat(count.isNested()).isFalse();
    assertThat(count.most(3)).isEqualTo(7);
    assertThat(load("7").clusters().count()).isEqualTo(7);
    assertThat(load("7").method().get("ncut")).containsEntry("eigenvectors", 7);
  }

  @Test
  void autoHasBoundsThatFollowTheNumberOfPoints() {
    Count count = load("auto").clusters().number();
    assertThat(count).isEqualTo(Count.automatic());
    assertThat(count.isChosen()).isTrue();
    assertThat(count.least()).isEqualTo(2);
    assertThat(count.most(47)).isEqualTo(4);
    assertThat(count.most(3)).isEqualTo(2);
    assertThat(count.most(70_000)).isEqualTo(60);
    assertThat(load("auto").method().get("ncut")).doesNotContainKey("eigenvectors");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2-20", "\"2-20\"", "\" 2 - 20 \""})
  void aRangeHasBothEnds(String text) {
    Count count = load(text).clusters().number();
    assertThat(count).isEqualTo(Count.range(2, 20));
    assertThat(count.isChosen()).isTrue();
    assertThat(count.most(47)).isEqualTo(20);
    assertThat(load(text).clusters().count()).isEqualTo(20);
  }

  @Test
  void aKnownNumberReplacesTheQuestion() {
    assertThat(load("auto").clusters().withCount(4)).isEqualTo(load("4").clusters());
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "auto", "2-20"})
  void theEffectiveConfigurationReadsBack(String text) {
    ConcordConfig config = load(text);
    assertThat(ConfigLoader.load(config.effective(), "run.json", List.of())).isEqualTo(config);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "20-2 | must be a range from the smaller number to the larger; write 2-20",
        "1-9 | must be a range from at least 2",
        "-3-9 | must be a range from at least 2",
        "some | must be a whole number of at least 1, auto, a range such as 2-20, or a list",
        "Auto | must be a whole number of at least 1, auto",
        "2.5 | must be a whole number of at least 1, auto",
        "-4 | must be a whole number of at least 1, auto",
        "{ min = 2 } | must be a whole number of at least 1, auto",
      })
  void badNumbersAreRefused(String text, String message) {
    assertThatThrownBy(() -> load(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("clusters.count = ")
        .hasMessageContaining(message);
  }
}
