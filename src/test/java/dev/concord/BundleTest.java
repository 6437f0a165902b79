package dev.concord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher where a bundle was unpacked, with a stand-in for java that notes its arguments. */
class BundleTest {
  private static final Path PROJECT = Path.of("").toAbsolutePath();

  @TempDir Path folder;
  private Path temp;
  private Path home;
  private Path calls;

  @BeforeEach
  void anUnpackedBundle() throws IOException {
    temp = folder.toRealPath();
    home = Files.createDirectories(temp.resolve("concord 1.0"));
    calls = temp.resolve("calls");
    Files.createDirectories(home.resolve("lib"));
    Files.writeString(home.resolve("lib/concord.jar"), "");
    Files.writeString(home.resolve("lib/spark.jars"), "a list");
    Files.createDirectories(home.resolve("bin"));
    Files.copy(PROJECT.resolve("scripts/concord"), home.resolve("bin/concord"));
    assertThat(home.resolve("bin/concord").toFile().setExecutable(true)).isTrue();
    java(0);
  }

  /** Fetching writes the class path, or ends with {@code fetchExit}. */
  private void java(int fetchExit) throws IOException {
    program(
        temp.resolve("jdk/bin/java"),
        """
        if [[ ${1:-} == -version ]]; then echo 'openjdk version "17.0.1" 2021-10-19' >&2; exit 0; fi
        echo "$*" >>'%s'
        if [[ ${3:-} == dev.concord.fetch.SparkJars ]]; then
          [[ %d == 0 ]] || exit %d
          mkdir -p "$5"
          touch "$5/spark.jar"
          echo "$5/spark.jar" >"$5/classpath.txt"
        fi
        """
            .formatted(calls, fetchExit, fetchExit));
  }

  private static void program(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/usr/bin/env bash\n" + text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private int run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/concord").toString()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(temp.toFile())
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("out.txt").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("CONCORD_"));
    builder.environment().remove("SPARK_HOME");
    builder.environment().put("HOME", temp.resolve("user").toString());
    builder.environment().put("JAVA_HOME", temp.resolve("jdk").toString());
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().putAll(environment);
    return builder.start().waitFor();
  }

  private List<String> fetches() throws IOException {
    return Files.readAllLines(calls, UTF_8).stream()
        .filter(call -> call.contains("dev.concord.fetch.SparkJars"))
        .toList();
  }

  private String lastCall() throws IOException {
    List<String> lines = Files.readAllLines(calls, UTF_8);
    return lines.get(lines.size() - 1);
  }

  @Test
  void theFirstStartFetchesSparkAndTheSecondDoesNot() throws Exception {
    assertThat(run(Map.of(), "cluster")).isZero();
    assertThat(run(Map.of(), "cluster")).isZero();

    assertThat(fetches()).hasSize(1);
    assertThat(fetches().get(0))
        .contains(home + "/lib/spark.jars " + temp + "/user/.cache/concord/spark-")
        .endsWith(" https://repo.maven.apache.org/maven2");
    assertThat(lastCall())
        .contains("@" + home + "/bin/jvm.options")
        .contains("-cp " + home + "/lib/concord.jar:" + temp + "/user/.cache/concord/spark-")
        .endsWith("/spark.jar dev.concord.cli.Concord cluster");
  }

  @Test
  void repositoryAndFolderComeFromTheEnvironment() throws Exception {
    Map<String, String> environment =
        Map.of("CONCORD_REPOSITORY", "file:/mirror", "CONCORD_CACHE", temp + "/cache");

    assertThat(run(environment, "cluster")).isZero();
    assertThat(fetches().get(0)).contains(" " + temp + "/cache/spark-").endsWith(" file:/mirror");
  }

  @Test
  void aCommandWithoutSparkFetchesNothing() throws Exception {
    assertThat(run(Map.of(), "methods")).isZero();

    assertThat(fetches()).isEmpty();
    assertThat(lastCall())
        .endsWith("-cp " + home + "/lib/concord.jar dev.concord.cli.Concord methods");
  }

  @Test
  void anInstalledSparkIsTaken() throws Exception {
    Path spark = temp.resolve("spark");
    program(spark.resolve("bin/spark-submit"), "echo \"submit $*\" >>'" + calls + "'\n");

    assertThat(run(Map.of("SPARK_HOME", spark.toString()), "cluster")).isZero();

    assertThat(fetches()).isEmpty();
    assertThat(lastCall())
        .isEqualTo("submit --class dev.concord.cli.Concord " + home + "/lib/concord.jar cluster");
  }

  @ParameterizedTest
  @CsvSource({"Linux x86_64, false", "Linux aarch64, true", "Darwin arm64, true"})
  void theLibrariesOfOtherPlatformsAreAddedThere(String platform, boolean added) throws Exception {
    Path natives = Files.writeString(home.resolve("lib/natives.jar"), "");
    program(temp.resolve("tools/uname"), "echo '" + platform + "'\n");
    Path spark = temp.resolve("spark");
    program(spark.resolve("bin/spark-submit"), "echo \"submit $*\" >>'" + calls + "'\n");
    String path = temp.resolve("tools") + ":/usr/bin:/bin";

    assertThat(run(Map.of("PATH", path), "cluster")).isZero();
    assertThat(lastCall().contains("concord.jar:" + natives + ":")).isEqualTo(added);

    assertThat(run(Map.of("PATH", path, "SPARK_HOME", spark.toString()), "cluster")).isZero();
    assertThat(lastCall()).startsWith("submit ");
    assertThat(lastCall().contains(" --jars " + natives + " ")).isEqualTo(added);
  }

  @Test
  void aFailedFetchEndsTheCommandWithItsCode() throws Exception {
    java(2);

    assertThat(run(Map.of(), "cluster")).isEqualTo(2);
    assertThat(Files.readAllLines(calls)).hasSize(1);
  }
}
