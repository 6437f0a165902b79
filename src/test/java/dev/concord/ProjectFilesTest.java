package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files around the code agree with pom.xml. */
class ProjectFilesTest {
  private static final Path RUN = Path.of(".ci", "run");

  private static String text(String file) throws IOException {
    return Files.readString(Path.of(file));
  }

  private static String found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }

  @Test
  void theWorkflowRunsTheTestCommandOnTheJavaOfThePom() throws IOException {
    String workflow = text(".github/workflows/verify.yml");

    assertThat(found("- run: (.*)", workflow)).isEqualTo(RUN.toString());
    assertThat(Files.isExecutable(RUN)).isTrue();
    assertThat(found("java-version: (.*)", workflow))
        .isEqualTo(found("<maven.compiler.release>(.*?)<", text("pom.xml")));
  }

  @Test
  void theChangelogHasTheVersionOfThePom() throws IOException {
    String version = found("<version>(.*?)</version>", text("pom.xml"));
    List<String> sections =
        text("CHANGELOG.md").lines().filter(line -> line.startsWith("## ")).toList();

    assertThat(sections).first().isEqualTo("## [Unreleased]");
    if (!version.endsWith("-SNAPSHOT")) {
      assertThat(sections).anyMatch(line -> line.startsWith("## [" + version + "] - 20"));
    }
  }

  @Test
  void thePythonPackageAsksForTheSparkOfThePom() throws IOException {
    String[] spark = found("<spark.version>(.*?)<", text("pom.xml")).split("\\.", -1);
    String next = spark[0] + "." + (Integer.parseInt(spark[1]) + 1);

    assertThat(found("\"(pyspark.*)\"", text("python/pyproject.toml")))
        .isEqualTo("pyspark>=" + spark[0] + "." + spark[1] + ",<" + next);
  }
}
