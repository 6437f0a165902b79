package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.TableConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExclusiveSectionTest {
  @Test
  void aPlainSourceIsAColumnOfTheFeatures() {
    ConcordConfig config =
        ConfigLoader.load(
            """
            input.features { format = csv, path = p, id = key }
            input.exclusive = origin
            clusters.count = 2
            output.path = out
            """,
            "test",
            List.of());
    TableConfig table = new TableConfig("input.features", "csv", List.of("p"), Map.of());
    FeaturesConfig features =
        new FeaturesConfig(table, "key", List.of(), null).withSource("origin");
    assertThat(config.input().features()).isEqualTo(features);
    assertThat(config.input().exclusive()).isEqualTo(new LabelsConfig(table, "key", "origin"));
    assertThat(config.effective()).contains("\"exclusive\" : \"origin\"");
    String written = config.effective();
    assertThat(ConfigLoader.load(written, "again", List.of()).input()).isEqualTo(config.input());
  }
}
