package dev.concord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts, with a stand-in for java that prints what it was started with. */
class ScriptsTest {
  private static final Path PROJECT = Path.of("").toAbsolutePath();

  @TempDir Path folder;
  private Path temp;
  private Path home;
  private Path script;

  private record Outcome(int exitCode, List<String> out, String err) {}

  @BeforeEach
  void aBuiltProjectInAFolderWithASpace() throws IOException {
    temp = folder.toRealPath();
    home = Files.createDirectories(temp.resolve("a project"));
    script = Files.createDirectories(home.resolve("scripts")).resolve("concord");
    Files.copy(PROJECT.resolve("scripts/concord"), script);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Path library = Files.writeString(temp.resolve("spark.jar"), "");
    Files.createDirectories(home.resolve("target"));
    Files.writeString(home.resolve("target/concord.jar"), "");
    Files.writeString(home.resolve("target/spark-classpath.txt"), library + ":/other.jar");
    standIn(temp.resolve("jdk/bin/java"), "17.0.1", 0);
  }

  @Test
  void theOptionsOfTheEmbeddedSparkAreThoseOfThePom() throws IOException {
    String pom = Files.readString(PROJECT.resolve("pom.xml"));
    String open = "<spark.jvm.options>";
    int start = pom.indexOf(open) + open.length();
    String listed = pom.substring(start, pom.indexOf("</spark.jvm.options>", start)).strip();

    List<String> options =
        new ArrayList<>(Files.readAllLines(PROJECT.resolve("scripts/jvm.options")));
    options.removeIf(line -> line.startsWith("#"));

    assertThat(options).containsExactly(listed.split("\\s+"));
  }

  @Test
  void argumentsArriveAsTheyWereGivenThroughASymbolicLink() throws Exception {
    Path link = Files.createSymbolicLink(temp.resolve("link"), script);

    Outcome run = run(link, Map.of(), "cluster", "--set", "a b=*", "");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsSubsequence(
            "home=" + home,
            "@" + home + "/scripts/jvm.options",
            home + "/target/concord.jar:" + temp.resolve("spark.jar") + ":/other.jar",
            "dev.concord.cli.Concord",
            "cluster",
            "--set",
            "a b=*",
            "<>");
  }

  @Test
  void validateDoesWithoutTheOptimizingCompiler() throws Exception {
    String simple = "-XX:TieredStopAtLevel=1";

    assertThat(run(script, Map.of(), "validate").out()).contains(simple);
    assertThat(run(script, Map.of(), "cluster").out())
        .doesNotContain(simple)
        .contains("-XX:Tier4InvocationThreshold=50000");
    assertThat(run(script, Map.of(), "methods").out())
        .noneMatch(line -> line.startsWith("-XX:Tier4"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2500 | input.features { format = csv, path = "FILE", id = id }           | | true
          2500 | input { features { path = "FILE" } } # include "other"            | | true
          2500 | input.features.path = "FILE"                                      | output.path=/x | true
          2500 | output { path = "s3://big/out" }                                  | | false
          2501 | input.features.path = "FILE"                                      | | false
          2500 | input.features.path = FILE                                        | | true
          2500 | input.features.path = "FILE", input.edges.path = "s3://big"       | | false
          2500 | input.features.path = "FILE"                                      | input.edges.path=/x | false
          2500 | input.features.path = "FILE", include "other.conf"                | | false
          2500 | input.features.path = ${BIG}"FILE"                                | | false
          2500 | input.features.path = "FILE", clusters { method = csp }           | | false
          2500 | input.features.path = "FILE"                                      | clusters.method=csp | false
          """)
  void clusterOfSmallFilesDoesWithoutTheOptimizingCompiler(
      int lines, String text, String set, boolean small) throws Exception {
    Path file = Files.writeString(temp.resolve("small.csv"), "1,2\n".repeat(lines));
    Path config =
        Files.writeString(
            temp.resolve("my.conf"),
            text.replace("FILE", file.toString()) + "\nclusters.count = 2");
    List<String> arguments = new ArrayList<>(List.of("cluster", "--config", config.toString()));
    if (set != null) {
      arguments.addAll(List.of("--set", set));
    }

    List<String> out = run(script, Map.of(), arguments.toArray(String[]::new)).out();

    assertThat(out.contains("-XX:TieredStopAtLevel=1")).isEqualTo(small);
    assertThat(out.contains("-XX:Tier4InvocationThreshold=50000")).isNotEqualTo(small);
  }

  @Test
  void theExitCodeIsPassedOn() throws Exception {
    standIn(temp.resolve("jdk/bin/java"), "17.0.1", 3);

    assertThat(run(script, Map.of(), "cluster").exitCode()).isEqualTo(3);
  }

  @Test
  void memoryAndOptionsComeFromTheEnvironment() throws Exception {
    Outcome run =
        run(script, Map.of("CONCORD_MEMORY", "3g", "CONCORD_OPTS", "-Da=1 -Db=2"), "methods");

    assertThat(run.out())
        .containsSubsequence("-Xmx3g", "-Da=1", "-Db=2", "-cp", "dev.concord.cli.Concord");
  }

  @Test
  void aJavaThatDoesNotStartIsNamed() throws Exception {
    Path java = temp.resolve("jdk/bin/java");
    Files.writeString(java, "#!/bin/sh\necho 'no such library' >&2\nexit 127\n");
    Outcome run = run(script, Map.of(), "methods");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "concord: %s does not start (no such library): ".formatted(java)
                + "install a JDK 17 or newer, and set JAVA_HOME to it.\n");

    Files.writeString(java, "#!/bin/sh\nexit 1\n");
    assertThat(run(script, Map.of(), "cluster").exitCode()).isEqualTo(2);

    // Its version is in a file, so that it first runs where the command does.
    Files.writeString(java, "\u007fELF of another machine");
    Files.writeString(temp.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    run = run(script, Map.of(), "methods");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("concord: %s does not start: ".formatted(java));
  }

  @ParameterizedTest
  @CsvSource({"LC_ALL,POSIX,C.UTF-8", "LANG,C,C.UTF-8", "LC_ALL,de_DE.UTF-8,de_DE.UTF-8"})
  void namesOfFilesMayHaveLettersBeyondAscii(String variable, String given, String expected)
      throws Exception {
    Files.writeString(
        temp.resolve("jdk/bin/java"),
        """
        #!/bin/sh
        if [ "$1" = -version ]; then echo 'openjdk version "21.0.1"'; exit 0; fi
        echo "${LC_ALL:-$LC_CTYPE}"
        """);
    Map<String, String> environment = new java.util.HashMap<>(Map.of("LC_ALL", "", "LANG", ""));
    environment.put("LC_CTYPE", "");
    environment.put(variable, given);
    assertThat(run(script, environment, "methods").out()).containsExactly(expected);
  }

  @Test
  void aJavaThatIsTooOldIsNamedWithTheOneThatIsNeeded() throws Exception {
    standIn(temp.resolve("jdk/bin/java"), "11.0.2", 0);

    Outcome run = run(script, Map.of(), "methods");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "concord: %s/jdk/bin/java is Java 11: ".formatted(temp)
                + "Concord needs a JDK 17 or newer; set JAVA_HOME to one.\n");
  }

  @ParameterizedTest
  @CsvSource({
    "banana,2,is no size of memory",
    "3,2,is no size of memory",
    "0g,2,is no size of memory",
    "-3g,2,is no size of memory",
    "1.5g,2,is no size of memory",
    "16m,5,is too little memory",
    "2k,5,is too little memory"
  })
  void aMemoryThatIsNoneIsNamedBeforeJavaStarts(String memory, int code, String says)
      throws Exception {
    Outcome run = run(script, Map.of("CONCORD_MEMORY", memory), "methods");

    assertThat(run.exitCode()).isEqualTo(code);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("concord: CONCORD_MEMORY=" + memory + " " + says)
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"300m", "64M", "6g", "1T", "0012g", "2097152k"})
  void aMemoryThatJavaTakesIsPassedOn(String memory) throws Exception {
    Outcome run = run(script, Map.of("CONCORD_MEMORY", memory), "methods");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("-Xmx" + memory);
  }

  @Test
  void theVersionOfAJdkIsReadFromItsFile() throws Exception {
    Files.writeString(temp.resolve("jdk/release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"11.0.9\"\n");

    Outcome run = run(script, Map.of(), "methods");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("is Java 11: Concord needs a JDK 17");
  }

  @Test
  void whatNeedsNoSparkIsStartedWithoutIt() throws Exception {
    standIn(temp.resolve("spark/bin/spark-submit"), "", 4);
    Map<String, String> environment =
        Map.of("SPARK_HOME", temp.resolve("spark").toString(), "CONCORD_EMBEDDED", "");

    Outcome run = run(script, environment, "methods", "ncut");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("-XX:TieredStopAtLevel=1")
        .containsSubsequence(
            "-cp", home + "/target/concord.jar", "dev.concord.cli.Concord", "methods", "ncut");
    assertThat(run.out()).noneMatch(line -> line.contains("spark.jar"));
  }

  /** The stand-in writes no archive; one that is there is used while the jar is not newer. */
  @Test
  void theArchiveOfClassesIsMadeOnceByAnOldJavaAndKeptByANewOne() throws Exception {
    assertThat(run(script, Map.of(), "--help").out())
        .anyMatch(line -> line.startsWith("-XX:ArchiveClassesAtExit=" + home + "/target/"));

    Path archive = home.resolve("target/classes-17.jsa");
    Files.writeString(archive, "classes");
    Files.setLastModifiedTime(archive, FileTime.fromMillis(System.currentTimeMillis() + 60_000));
    assertThat(run(script, Map.of(), "--help").out())
        .contains("-XX:SharedArchiveFile=" + archive)
        .noneMatch(line -> line.contains("ArchiveClassesAtExit"));

    standIn(temp.resolve("jdk/bin/java"), "21.0.1", 0);
    assertThat(run(script, Map.of(), "--help").out())
        .contains(
            "-XX:+AutoCreateSharedArchive",
            "-XX:SharedArchiveFile=" + home + "/target/classes-21.jsa");
  }

  /** The stand-in writes no archive, so an empty file says that there is none to make. */
  @Test
  void theArchiveOfSparksClassesIsMadeOnceAfterABuildAndUsedFromThenOn() throws Exception {
    Path archive = home.resolve("target/spark-classes-17.jsa");
    Outcome first = run(script, Map.of(), "cluster");
    assertThat(first.err()).contains("archiving classes for faster starts");
    assertThat(first.out()).noneMatch(line -> line.contains("SharedArchiveFile"));
    assertThat(archive).isEmptyFile();
    assertThat(run(script, Map.of(), "cluster").err()).isEmpty();

    Files.writeString(archive, "classes");
    FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 60_000);
    Files.setLastModifiedTime(archive, later);
    assertThat(run(script, Map.of(), "cluster").out()).contains("-XX:SharedArchiveFile=" + archive);

    Files.setLastModifiedTime(archive, FileTime.fromMillis(0));
    Outcome afterABuild = run(script, Map.of(), "cluster");
    assertThat(afterABuild.err()).contains("archiving classes for faster starts");
    assertThat(afterABuild.out()).noneMatch(line -> line.contains("SharedArchiveFile"));
    assertThat(archive).isEmptyFile();
  }

  @Test
  void sparkSubmitIsUsedWhenThereIsOneAndKnowsTheMaster() throws Exception {
    standIn(temp.resolve("spark/bin/spark-submit"), "", 4);
    Map<String, String> environment =
        Map.of(
            "SPARK_HOME", temp.resolve("spark").toString(),
            "CONCORD_EMBEDDED", "",
            "CONCORD_MEMORY", "3g");

    Outcome run = run(script, environment, "cluster", "--master", "spark://host:7077");

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.out())
        .containsExactly(
            "home=" + home,
            "--class",
            "dev.concord.cli.Concord",
            "--driver-memory",
            "3g",
            "--master",
            "spark://host:7077",
            home + "/target/concord.jar",
            "cluster",
            "--master",
            "spark://host:7077");
  }

  @Test
  void aFailedBuildShowsItsOutput() throws Exception {
    Files.delete(home.resolve("target/concord.jar"));
    standIn(temp.resolve("jdk/bin/javac"), "", 0);
    standIn(temp.resolve("bin/mvn"), "", 1);
    String path = temp.resolve("bin") + ":" + System.getenv("PATH");

    Outcome run = run(script, Map.of("PATH", path), "methods");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("building target/concord.jar", "-DskipTests\npackage\n", "the build failed");
  }

  @Test
  void theBenchmarksAreBuiltAndStartedWithTheirOwnClassPath() throws Exception {
    Path benchmark = home.resolve("scripts/benchmark.sh");
    Files.copy(PROJECT.resolve("scripts/benchmark.sh"), benchmark);
    Files.writeString(home.resolve("target/jmh-classpath.txt"), "/jmh.jar");
    standIn(temp.resolve("bin/mvn"), "", 0);
    String path = temp.resolve("bin") + ":" + System.getenv("PATH");

    Outcome run = run(benchmark, Map.of("PATH", path), "--only", "a b");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("-Pjmh\npackage\n");
    assertThat(run.out())
        .containsExactly(
            "home=" + home,
            "-cp",
            "%1$s/test-classes:%1$s/classes:/jmh.jar".formatted(home.resolve("target")),
            "dev.concord.benchmark.Benchmark",
            "--only",
            "a b");
  }

  @Test
  void aFailedBuildOfTheBenchmarksEndsBeforeAnythingIsMeasured() throws Exception {
    Path benchmark = home.resolve("scripts/benchmark.sh");
    Files.copy(PROJECT.resolve("scripts/benchmark.sh"), benchmark);
    standIn(temp.resolve("bin/mvn"), "", 1);
    String path = temp.resolve("bin") + ":" + System.getenv("PATH");

    Outcome run = run(benchmark, Map.of("PATH", path));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
  }

  /**
   * A program that prints CONCORD_HOME and its arguments, one a line, an empty one as {@code <>}.
   */
  private static void standIn(Path file, String javaVersion, int exitCode) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        #!/usr/bin/env bash
        if [[ ${1:-} == -version ]]; then echo 'openjdk version "%s" 2021-10-19' >&2; exit 0; fi
        echo "home=$CONCORD_HOME"
        for argument in "$@"; do echo "${argument:-<>}"; done
        exit %d
        """
            .formatted(javaVersion, exitCode));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Outcome run(Path program, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(Arrays.asList(arguments));
    Path out = temp.resolve("out.txt");
    Path err = temp.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(temp.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("CONCORD_"));
    builder.environment().remove("SPARK_HOME");
    builder.environment().put("JAVA_HOME", temp.resolve("jdk").toString());
    builder.environment().put("CONCORD_EMBEDDED", "1");
    builder.environment().putAll(environment);
    int exitCode = builder.start().waitFor();
    return new Outcome(exitCode, Files.readAllLines(out, UTF_8), Files.readString(err, UTF_8));
  }
}
