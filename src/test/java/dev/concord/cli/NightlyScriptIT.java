package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/guide/nightly.md: the script that cron starts, and the DAG of Airflow. */
class NightlyScriptIT {
  private static final Path PROJECT = Path.of("").toAbsolutePath();

  @TempDir Path folder;

  /** The block of a language in the guide. */
  private static String block(String language) throws IOException {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PROJECT.resolve("docs/guide/nightly.md")));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  @BeforeEach
  void anInstallation() throws IOException {
    new Nights(folder);
    Path scripts = Files.createDirectories(folder.resolve("scripts"));
    Files.createSymbolicLink(
        scripts.resolve("concord"), PROJECT.resolve("scripts").resolve("concord"));
    String script = block("bash");
    assertThat(script).contains("cd /opt/concord\n");
    executable("nightly.sh", script.replace("/opt/concord", folder.toString()));
    // The night is what the test says.
    executable("bin/date", "#!/bin/sh\n[ \"$1\" = +%F ] && echo \"$NIGHT\"\n");
    Files.writeString(
        folder.resolve("job.conf"),
        """
        input.features { format = csv, path = "%1$s/points.csv", id = id }
        input.constraints { format = csv, path = "%1$s/pairs.csv" }
        clusters { count = 3 }
        """
            .formatted(folder));
  }

  private void executable(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    assertThat(Files.writeString(file, text).toFile().setExecutable(true)).isTrue();
  }

  private record Ended(int code, String text) {}

  private Ended night(String date, String table) throws Exception {
    Files.copy(
        folder.resolve(table),
        folder.resolve("points.csv"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    return run(date, List.of(folder.resolve("nightly.sh").toString()));
  }

  private Ended run(String date, List<String> command) throws Exception {
    Path log = folder.resolve("log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(Path.of("/").toFile());
    builder.environment().put("NIGHT", date);
    builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("CONCORD_EMBEDDED", "1");
    builder.environment().put("CONCORD_MEMORY", "1g");
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    int code = builder.start().waitFor();
    return new Ended(code, Files.readString(log));
  }

  @Test
  void nightsStartFromTheLastOneThatWasPublished() throws Exception {
    Ended first = night("2026-11-23", "first.csv");
    assertThat(first.code()).as(first.text()).isZero();
    assertThat(folder.resolve("out/2026-11-23/base/manifest.json")).exists();
    // A night that was not published, and one of a day that is no earlier night of this job.
    Files.createDirectories(folder.resolve("out/2026-11-24/base"));
    Ended second = night("2026-11-25", "second.csv");
    assertThat(second.code()).as(second.text()).isZero();
    var metrics =
        new ObjectMapper().readTree(folder.resolve("out/2026-11-25/metrics.json").toFile());
    assertThat(metrics.path("base").path("new").asInt()).isEqualTo(6);
    assertThat(metrics.path("base").has("full")).isFalse();
    // Started again it is done.
    Ended again = night("2026-11-25", "second.csv");
    assertThat(again.code()).as(again.text()).isZero();
    assertThat(again.text()).contains("already holds the results");
    // A fault of the run is that of the script.
    Files.writeString(folder.resolve("bad.csv"), "id,a\n1,1\n2,2\n3,5\n");
    assertThat(night("2026-11-26", "bad.csv").code()).isEqualTo(2);
  }

  @Test
  void theDagIsPython() throws Exception {
    Path dag = Files.writeString(folder.resolve("dag.py"), block("python"));
    String compile = "import sys; compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')";
    boolean python;
    try {
      python = run("", List.of("python3", "-c", "pass")).code() == 0;
    } catch (IOException e) {
      python = false;
    }
    Assumptions.assumeTrue(python, "there is no python3");
    Ended compiled = run("", List.of("python3", "-c", compile, dag.toString()));
    assertThat(compiled.code()).as(compiled.text()).isZero();
    assertThat(Files.readString(dag)).contains("\"/opt/concord/nightly.sh \"");
  }
}
