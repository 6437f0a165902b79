package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By what snapshots are told apart. */
class ConcordVersionTest {
  @TempDir private Path folder;

  private URL jar(String name, String commit, String content) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("dev/concord/cli/start/build.properties"));
      out.write(commit.getBytes(StandardCharsets.UTF_8));
      out.putNextEntry(new ZipEntry("dev/concord/A.class"));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return jar.toUri().toURL();
  }

  @Test
  void theCommitDoesNotMakeAnotherVersion() throws IOException {
    assertThat(ConcordVersion.checksum(jar("a.jar", "commit=1", "x")))
        .isEqualTo(ConcordVersion.checksum(jar("b.jar", "commit=2", "x")));
  }

  @Test
  void anotherClassMakesAnotherVersion() throws IOException {
    assertThat(ConcordVersion.checksum(jar("a.jar", "commit=1", "x")))
        .isNotEqualTo(ConcordVersion.checksum(jar("b.jar", "commit=1", "y")));
  }
}
