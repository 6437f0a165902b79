package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.concord.cli.TableFormatsProgram;
import dev.concord.testing.SparkCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * {@link TableFormatsProgram} submitted with the shaded jar and with the real jars of a format,
 * which Spark fetches as it does for users. Every caller names an Ivy folder of its own: two
 * programs must not fetch into one at the same time.
 */
final class SubmittedProgram {
  private SubmittedProgram() {}

  /** What {@code TableFormatsProgram} prints of a file system that holds everything. */
  static Map<String, String> expectedOfFiles() {
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("first", "0");
    expected.put("rows", "60");
    expected.put("again", "0 done before");
    expected.put("overwritten", "0");
    expected.put("rows again", "60");
    expected.put("nested", "2");
    expected.put("own input", "2");
    expected.put("foreign", "2");
    expected.put("foreign kept", "mine");
    expected.put("last output read", "0");
    expected.put("left", "job.conf out points");
    expected.put("local", "0");
    expected.put("same", "true");
    return expected;
  }

  /** Runs the program with options of spark-submit; its results by name, in their order. */
  static Map<String, String> submit(
      Path folder, String ivy, List<String> options, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(options);
    Path settings = Path.of("src", "test", "resources", "ivy", "ivysettings.xml").toAbsolutePath();
    all.addAll(List.of("--conf", "spark.jars.ivySettings=" + settings));
    all.addAll(List.of("--conf", "spark.jars.ivy=" + Path.of("target", ivy).toAbsolutePath()));
    all.addAll(
        List.of("--jars", Path.of("target", "concord.jar").toAbsolutePath().toUri().toString()));
    try (SparkCluster cluster = new SparkCluster(folder)) {
      SparkCluster.Driver driver =
          cluster.program(
              "driver",
              all,
              List.of(Path.of("target", "servers", "minicluster.jar")),
              TableFormatsProgram.class.getName(),
              programJar(folder),
              arguments);
      int code = driver.exit();
      assumeThat(driver.text())
          .as("the jars can be fetched")
          .doesNotContain("FAILED DOWNLOADS", "UNRESOLVED DEPENDENCIES");
      assertThat(code).as(driver.text()).isZero();
      Map<String, String> results = new LinkedHashMap<>();
      driver
          .text()
          .lines()
          .filter(line -> line.startsWith("RESULT "))
          .map(line -> line.substring("RESULT ".length()).split(": ", 2))
          .forEach(parts -> results.put(parts[0], parts[1]));
      return results;
    }
  }

  /** The program's classes in a jar, as an application's are. */
  private static Path programJar(Path folder) throws IOException {
    Path jar = folder.resolve("program.jar");
    Path classes = Path.of("target", "test-classes");
    Path own = classes.resolve("dev/concord/cli");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> found = Files.list(own)) {
      for (Path file : found.sorted(Comparator.naturalOrder()).toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("TableFormatsProgram") || name.startsWith("Captured")) {
          entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
          Files.copy(file, entries);
          entries.closeEntry();
        }
      }
    }
    return jar;
  }
}
