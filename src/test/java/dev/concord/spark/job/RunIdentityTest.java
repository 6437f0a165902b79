package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.figure.FigureJson;
import dev.concord.spark.store.StageKey;
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

  /** Else a table of names that was mended would leave the report as it is. */
  @Test
  void filesThatOnlyTheReportReadsAreInputsOfTheRunAndOfNoStage() throws IOException {
    Path names = folder.resolve("names.csv");
    Path terms = folder.resolve("terms.txt");
    String[] sets = {
      "report.records.format=csv",
      "report.records.path=" + names,
      "report.records.id=id",
      "report.show=[name]",
      "input.features.terms=" + terms
    };
    Files.writeString(names, "id,name\n1,Ann\n2,Bob\n");
    Files.writeString(terms, "word\n");
    String before = digest(sets);
    assertThat(RunIdentity.of(HADOOP, config(sets)).inputs())
        .containsKeys("report.records", "report.terms");
    Files.writeString(names, "id,name\n1,Anna\n2,Bob\n");
    String renamed = digest(sets);
    assertThat(renamed).isNotEqualTo(before);
    Files.writeString(terms, "other\n");
    assertThat(digest(sets)).isNotEqualTo(renamed);
    sets[sets.length - 1] = "input.features.terms=words";
    assertThat(RunIdentity.of(HADOOP, config(sets)).identifies()).as("a column").isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "clusters.count=3",
        "clusters.seed=2",
        "clusters.refine=none",
        "graph.neighbors=5",
        "method.ensemble.members=[cosc]",
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
    assertThat(identity.identifies()).isFalse();
    assertThat(identity.identifiesFeatures()).isTrue();
    assertThat(identity.key().parts().toString()).doesNotContain("hunter2");
    assertThat(RunIdentity.of(HADOOP, config()).identifies()).isTrue();
  }

  @Test
  void anEarlierRunIsComparedByItsOwnWords() throws IOException {
    RunIdentity earlier = RunIdentity.of(HADOOP, config("clusters.count=3"));
    ObjectMapper mapper = new ObjectMapper();
    var run =
        FigureJson.tree(
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

  private String[] previous(String path) {
    return new String[] {
      "clusters.previous.format=csv",
      "clusters.previous.path=" + path,
      "clusters.previous.id=id",
      "clusters.previous.cluster=cluster"
    };
  }

  @Test
  void anotherTableOfEarlierClustersIsAnotherRun() throws IOException {
    Path earlier = folder.resolve("earlier.csv");
    Files.writeString(earlier, "id,cluster\n1,0\n2,1\n");
    String[] sets = previous(earlier.toUri().toString());
    String before = digest(sets);
    assertThat(before).isNotEqualTo(digest());
    assertThat(digest(sets)).isEqualTo(before);
    RunIdentity old = RunIdentity.of(HADOOP, config(sets));
    Files.writeString(earlier, "id,cluster\n1,1\n2,0\n");
    RunIdentity now = RunIdentity.of(HADOOP, config(sets));
    assertThat(now.key().digest()).isNotEqualTo(before);
    assertThat(now.key().differenceFrom(old.key().parts()))
        .contains("fingerprint of clusters.previous is another");
    assertThat(now.identifies()).isTrue();
  }

  @Test
  void earlierClustersWithoutFilesTellNothing() throws IOException {
    ConcordConfig config =
        config(
            "clusters.previous={format=jdbc, path=none, id=id, cluster=cluster,"
                + " options={dbtable=clusters}}");
    assertThat(RunIdentity.of(HADOOP, config).identifies()).isFalse();
  }

  @Test
  void stagesWithAndWithoutAQuarantineAreNotTheSame() throws IOException {
    StageKey without = RunIdentity.of(HADOOP, config()).features();
    StageKey with = RunIdentity.of(HADOOP, config("input.quarantine=aside")).features();
    assertThat(with.digest()).isNotEqualTo(without.digest());
    assertThat(without.differenceFrom(with.parts())).contains("input.quarantine");
  }

  @Test
  void aFileThatMovesToAnotherPartitionIsAnotherInput() throws IOException {
    Path table = folder.resolve("table");
    Path one = Files.createDirectories(table.resolve("year=2025")).resolve("part-0.csv");
    Files.writeString(one, "id,x\n1,2\n");
    String set = "input.features.path=" + table.toUri();
    String wild = "input.features.path=\"" + folder.toUri() + "tab*/*/part-0.csv\"";
    String before = digest(set);
    String beforeWild = digest(wild);
    assertThat(RunIdentity.of(HADOOP, config(wild)).identifies()).isTrue();
    Files.move(one, Files.createDirectories(table.resolve("year=2026")).resolve("part-0.csv"));
    Files.delete(table.resolve("year=2025"));
    assertThat(digest(set)).isNotEqualTo(before);
    assertThat(digest(wild)).isNotEqualTo(beforeWild);
  }
}
