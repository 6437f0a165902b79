package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  /** Each workflow starts scripts of this project, Maven or Python, as people do. */
  @Test
  void theWorkflowsRunTheScriptsThatPeopleRun() throws IOException {
    List<String> commands = new ArrayList<>();
    try (Stream<Path> workflows = Files.list(Path.of(".github", "workflows"))) {
      for (Path workflow : workflows.sorted().toList()) {
        Matcher run = Pattern.compile("(?m)^ +- run: (.*)$").matcher(Files.readString(workflow));
        while (run.find()) {
          commands.add(run.group(1));
        }
      }
    }
    assertThat(commands).hasSizeGreaterThan(4);
    for (String command : commands) {
      String program = command.split(" ", -1)[0];
      assertThat(Set.of("mvn", "python3").contains(program) || Files.isExecutable(Path.of(program)))
          .as(command)
          .isTrue();
    }
    assertThat(commands.stream().map(command -> command.split(" ", -1)[0]))
        .contains(".ci/run", "scripts/matrix.sh", "scripts/try-release", "scripts/reproducible");
  }
}
