package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ConcordConfig;
import dev.concord.error.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OldNamesTest {
  private static final String JOB =
      """
      input.features { format = csv, path = p.csv }
      clusters { count = 3, method = auto }
      output.path = out
      """;

  private static ConcordConfig job(String... sets) {
    return ConfigLoader.load(JOB, "points.conf", List.of(sets));
  }

  @Test
  void autoIsEnsemble() {
    assertThat(job()).isEqualTo(job("clusters.method=ensemble"));
  }

  @Test
  void optionsOfAutoAreRefusedWhereItRunsAlone() {
    assertThatThrownBy(() -> job("method.auto.splits=10"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("method.auto (--set method.auto.splits")
        .hasMessageContaining("another name of ensemble");
    assertThat(job("clusters.method=ncut", "method.auto.splits=10"))
        .isEqualTo(job("clusters.method=ncut"));
  }
}
