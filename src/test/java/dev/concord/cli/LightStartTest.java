package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Help, version and the list of methods come without a class of Spark: scripts/concord counts on
 * it.
 */
class LightStartTest {
  @ParameterizedTest
  @ValueSource(strings = {"methods", "methods csp", "config graph", "--help", "--version"})
  void whatNeedsNoSparkLoadsNone(String arguments) throws Exception {
    String withoutSpark =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.matches(".*(spark|hadoop|scala|log4j|slf4j).*\\.jar"))
            .collect(Collectors.joining(File.pathSeparator));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(java, "-cp", withoutSpark, "dev.concord.cli.Concord");
    builder.command().addAll(Arrays.asList(arguments.split(" ", -1)));
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).doesNotContain("NoClassDefFoundError").isNotBlank();
  }
}
