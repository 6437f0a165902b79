package dev.concord.nested;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ClustersConfig.Count;
import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountLevelsTest {
  private static ConcordConfig load(String count) {
    String job =
        """
        input.features { format = csv, path = a.csv, id = id }
        output.path = out
        clusters.count = \
        """;
    return ConfigLoader.load(job + count, "job.conf", List.of());
  }

  @Test
  void aListHasALevelEach() {
    Count count = load("[5, 10, 20]").clusters().number();
    assertThat(count.levels()).containsExactly(5, 10, 20);
    assertThat(count.isNested()).isTrue();
    assertThat(count.isChosen()).isFalse();
    assertThat(load("[5, 10, 20]").clusters().count()).isEqualTo(20);
  }

  @Test
  void theEffectiveConfigurationReadsBack() {
    ConcordConfig config = load("[5, 10, 20]");
    assertThat(ConfigLoader.load(config.effective(), "run.json", List.of())).isEqualTo(config);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | must be a list of at least two numbers",
        "[4] | for one partition write the number alone",
        "[4, 4] | each larger than the one before; change the entry 2, 4",
        "[9, 4] | change the entry 2, 4",
        "[1, 4] | from 2 on",
        "[2, x] | change the entry 2, x",
        "[2, [3]] | change the entry 2, which is no number",
      })
  void badListsAreRefused(String text, String message) {
    assertThatThrownBy(() -> load(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("clusters.count = ")
        .hasMessageContaining(message);
  }
}
