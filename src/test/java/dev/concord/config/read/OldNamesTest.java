package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ExperimentConfig;
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

  private static final String STUDY =
      """
      experiment {
        datasets.d { input.features { format = csv, path = p.csv }, label = c, count = 3 }
        methods { one { method = auto }, two { method = ncut } }
        amounts = [5]
      }
      output.path = out
      """;

  private static ConcordConfig job(String... sets) {
    return ConfigLoader.load(JOB, "points.conf", List.of(sets));
  }

  private static ExperimentConfig study(String... sets) {
    return ConfigLoader.loadExperiment(STUDY, "study.conf", List.of(sets));
  }

  @Test
  void autoIsEnsemble() {
    assertThat(job()).isEqualTo(job("clusters.method=ensemble"));
    assertThat(study()).isEqualTo(study("experiment.methods.one.method=ensemble"));
    assertThat(study().methodsOf(study().datasets().get(0)))
        .extracting(method -> method.clusters().method())
        .containsExactlyInAnyOrder("ensemble", "ncut");
  }

  @Test
  void optionsOfAutoAreRefusedWhereItRunsAlone() {
    assertThatThrownBy(() -> job("method.auto.splits=10"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("method.auto (--set method.auto.splits")
        .hasMessageContaining("another name of ensemble");
    assertThatThrownBy(() -> study("method.auto.sample=100"))
        .hasMessageStartingWith("method.auto (");
    assertThatThrownBy(() -> study("experiment.methods.one.options.splits=10"))
        .hasMessageStartingWith("experiment.methods.one.options (");
    assertThat(job("clusters.method=ncut", "method.auto.splits=10"))
        .isEqualTo(job("clusters.method=ncut"));
  }
}
