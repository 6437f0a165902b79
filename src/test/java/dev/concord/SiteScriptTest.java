package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** scripts/site where it cannot build the pages. */
class SiteScriptTest {
  @TempDir Path home;

  @BeforeEach
  void aCopy() throws Exception {
    Files.createDirectories(home.resolve("scripts"));
    for (String name : List.of("site", "site-requirements.txt", "environments.py")) {
      Files.copy(Path.of("scripts", name), home.resolve("scripts").resolve(name));
    }
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3", home + "/scripts/site"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
    builder.environment().put("PIP_RETRIES", "0");
    builder.environment().put("PIP_CONFIG_FILE", "/dev/null");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(2);
    return said;
  }

  @Test
  void anUnknownOptionIsRefused() throws Exception {
    assertThat(run("--fast")).isEqualTo("site: usage: scripts/site [--no-javadoc]\n");
  }

  @Test
  void withoutAPackageIndexItSaysWhatIsMissing() throws Exception {
    Process check =
        new ProcessBuilder(
                "python3", "-c", "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))")
            .start();
    assumeTrue(check.waitFor() == 0, "skipped: no Python 3.11 that makes virtual environments");

    assertThat(run("--no-javadoc"))
        .startsWith("site: pip could not install the packages of ")
        .contains("a Python package index must be reached, or a mirror be set by PIP_INDEX_URL");
  }
}
