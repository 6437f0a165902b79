package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents and configurations of the bundle, which .ci/BundleDocs.java writes. */
class BundleDocsTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]+)(#[^)\\s]*)?\\)");
  private static final Path PROJECT = Path.of("").toAbsolutePath();

  @TempDir static Path bundle;

  @BeforeAll
  static void write() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                ".ci/BundleDocs.java",
                PROJECT.toString(),
                bundle.toString())
            .redirectErrorStream(true)
            .redirectOutput(bundle.resolve("log").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(bundle.resolve("log"))).isZero();
    Files.delete(bundle.resolve("log"));
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> found = Files.walk(bundle)) {
      return found.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void commandsAreThoseOfTheBundle() throws IOException {
    assertThat(files()).hasSizeGreaterThan(60);
    for (Path file : files()) {
      assertThat(Files.readString(file))
          .as(file.toString())
          .doesNotContain("scripts/concord", "scripts/make-data");
    }
    assertThat(Files.readString(bundle.resolve("conf/digits.conf"))).contains("bin/concord");
    assertThat(Files.readString(bundle.resolve("conf/mnist.conf"))).contains("bin/make-data pairs");
    assertThat(Files.readString(bundle.resolve("conf/reference.conf")))
        .contains("\nclusters {", "\nlabel {", "\nexperiment {");
  }

  @Test
  void theReadmeBeginsWithWhatABundleNeeds() throws IOException {
    String readme = Files.readString(bundle.resolve("README.md"));

    assertThat(readme)
        .contains("bin/concord cluster --config conf/digits.conf", "## What you get")
        .doesNotContain("mvn -B verify", "builds the jar");
  }

  @Test
  void linksLeadToFilesOfTheBundle() throws IOException {
    int links = 0;
    for (Path file : files()) {
      if (!file.toString().endsWith(".md")) {
        continue;
      }
      Matcher link = LINK.matcher(Files.readString(file).replaceAll("(?s)```.*?```|`[^`\n]*`", ""));
      while (link.find()) {
        String target = link.group(1);
        if (target.matches("[a-z]+:.*")) {
          continue;
        }
        Path written = file.resolveSibling(target).normalize();
        String path = bundle.relativize(written).toString();
        if (path.matches("LICENSE|NOTICE|data-samples(/.*)?|docs/results/.*")) {
          written = PROJECT.resolve(path); // .ci/bundle.xml copies these
        }
        assertThat(written).as("%s links to %s", file, target).exists();
        links++;
      }
    }
    assertThat(links).isGreaterThan(100);
  }
}
