package dev.concord.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.config.ConcordConfig;
import dev.concord.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What makes two runs the same, and what does not. */
class RunIdentityTest {
  private static final Configuration HADOOP = new Configuration();

  @TempDir Path folder;

  private ConcordConfig config(String... sets) throws IOException {
    Path table = folder.resolve("points.csv");
    if (!Files.exists(table)) {
      Files.writeString(table, "id,x\n1,2\n2,3\n");
    }
    String text =
        """
        input.features { format = csv, path = "%s", id = id }
        clusters.count = 2
        output.path = "%s"
        """
            .formatted(table.toUri(), folder.resolve("out").toUri());
    return ConfigLoader.load(text, "a test", List.of(sets));
  }

  private String digest(String... sets) throws IOException {
    return RunIdentity.of(HADOOP, config(sets)).key().digest();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plan.operator=distributed",
        "plan.keep-after=0",
        "output.overwrite=true",
        "output.resume=false",
        "output.path=elsewhere",
        "method.csp.max-feasible=9"
      })
  void whatChangesNoResultChangesNoIdentity(String set) throws IOException {
    assertThat(digest(set)).isEqualTo(digest());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clusters.count=3",
        "clusters.seed=2",
        "clusters.refine=none",
        "graph.neighbors=5",
        "method.ccskl.tolerance=1e-6",
        "method.cosc.starts=3",
        "output.format=csv",
        "output.embedding=true",
        "input.features.options.header=true"
      })
  void whatChangesAResultChangesTheIdentity(String set) throws IOException {
    assertThat(digest(set)).isNotEqualTo(digest());
  }

  @Test
  void contentCountsAndTimesOfSmallFilesDoNot() throws IOException {
    String before = digest();
    Path table = folder.resolve("points.csv");
    Files.setLastModifiedTime(table, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
    assertThat(digest()).isEqualTo(before);
    Files.writeString(table, "id,x\n1,2\n2,4\n");
    assertThat(digest()).isNotEqualTo(before);
  }

  @Test
  void aSourceWithoutFilesTellsNothing() throws IOException {
    ConcordConfig config =
        config("input.constraints={format=jdbc, options={dbtable=pairs, password=hunter2}}");
    RunIdentity identity = RunIdentity.of(HADOOP, config);
    assertThat(identity.tells()).isFalse();
    assertThat(identity.tellsFeatures()).isTrue();
    assertThat(identity.key().parts().toString()).doesNotContain("hunter2");
    assertThat(RunIdentity.of(HADOOP, config()).tells()).isTrue();
  }

  @Test
  void anEarlierRunIsComparedByItsOwnWords() throws IOException {
    RunIdentity earlier = RunIdentity.of(HADOOP, config("clusters.count=3"));
    ObjectMapper mapper = new ObjectMapper();
    var run =
        mapper.valueToTree(
            Map.of(
                "identity",
                earlier.facts(),
                "inputs",
                earlier.inputs(),
                "configuration",
                mapper.readTree(config("clusters.count=3").effective())));
    RunIdentity now = RunIdentity.of(HADOOP, config());
    assertThat(now.differenceFrom(run)).isEqualTo("clusters.count was 3, is 2");
    assertThat(earlier.differenceFrom(run)).isEmpty();
  }
}
