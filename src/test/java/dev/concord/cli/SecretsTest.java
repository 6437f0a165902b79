package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.Redaction;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A secret that is given to a run is in nothing that the run leaves or prints. */
@Tag("spark")
class SecretsTest {
  private static final String SECRET = "hunter2";

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  @AfterEach
  void forgetTheRule() {
    System.clearProperty("spark.redaction.regex");
  }

  private int run(Captured captured, String... sets) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "cluster",
                "--verbose",
                "--config",
                Path.of("conf", "iris.conf").toAbsolutePath().toString()));
    for (String set : sets) {
      arguments.addAll(List.of("--set", set));
    }
    return Concord.run(
        arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  private void assertNoSecret(Captured captured) throws IOException {
    assertThat(captured.out()).doesNotContain(SECRET);
    assertThat(captured.err()).doesNotContain(SECRET);
    int files = 0;
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files++;
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(SECRET);
      }
    }
    assertThat(files).isPositive();
  }

  private static final String[] SECRETS = {
    "input.features.options.password=hunter2",
    "input.features.options.\"fs.s3a.secret.key\"=hunter2",
    "input.features.options.\"fs.azure.account.key.box\"=hunter2",
    "input.constraints.options.url=\"jdbc:x://u:hunter2@h/d?user=u&password=hunter2&sig=hunter2\"",
    "input.constraints.options.apiToken=hunter2",
    "input.features.options.\"fs.s3a.encryption.key\"=hunter2",
    "input.features.options.\"ssl.keystore.pass\"=hunter2",
    "input.features.options.pwd=hunter2",
    "input.constraints.options.sas=hunter2",
    "input.truth.options.house=hunter2"
  };

  @Test
  void aRunThatSucceeds() throws IOException {
    System.setProperty("spark.redaction.regex", "(?i)house");
    Captured captured = new Captured();
    List<String> sets = new ArrayList<>(List.of(SECRETS));
    sets.add("output.path=" + folder.resolve("out"));
    assertThat(run(captured, sets.toArray(String[]::new))).as(captured.err()).isZero();
    assertNoSecret(captured);
    assertThat(Files.readString(folder.resolve("out/run.json"))).contains(Redaction.TEXT);
  }

  @Test
  void aRunThatFailsAndLeavesStages() throws IOException {
    System.setProperty("spark.redaction.regex", "(?i)house");
    Captured captured = new Captured();
    List<String> sets = new ArrayList<>(List.of(SECRETS));
    sets.add("output.path=" + folder.resolve("out"));
    sets.add("plan.keep-after=0");
    sets.add("clusters.method=ccskl");
    sets.add("method.ccskl.solver=arpack");
    sets.add("method.ccskl.max-iterations=1");
    sets.add("method.ccskl.tolerance=1e-15");
    assertThat(run(captured, sets.toArray(String[]::new))).isEqualTo(4);
    assertThat(folder.resolve(".out.concord-stages/graph/manifest.json")).exists();
    assertNoSecret(captured);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "input.features.path=\"nofs://user:hunter2@host/points\"",
        "input.constraints.path=\"nofs://user:hunter2@host/pairs?token=hunter2\"",
        "output.path=\"nofs://user:hunter2@host/out\""
      })
  void messagesAndNotesOfFailures(String set) throws IOException {
    Captured captured = new Captured();
    int code = run(captured, "output.path=" + folder.resolve("out"), set);
    assertThat(code).as(captured.err()).isEqualTo(2);
    assertThat(captured.err()).doesNotContain(SECRET).contains(Redaction.TEXT);
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(SECRET);
      }
    }
  }
}
