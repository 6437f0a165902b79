package dev.concord.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartScriptTest {
  @Test
  void aBundleHasAnotherThanTheSources(@TempDir Path home) throws Exception {
    assertThat(StartScript.name(null)).isEqualTo("scripts/concord");
    assertThat(StartScript.name(home.toString())).isEqualTo("scripts/concord");

    Files.writeString(Files.createDirectories(home.resolve("lib")).resolve("spark.jars"), "");

    assertThat(StartScript.name(home.toString())).isEqualTo("bin/concord");
  }
}
