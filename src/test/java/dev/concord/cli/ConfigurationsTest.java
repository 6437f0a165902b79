package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.config.read.ConfigLoader;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The configurations in conf/: all are read, and the small ones that no other test runs run. */
class ConfigurationsTest {
  @TempDir Path folder;

  static Stream<Path> configurations() throws IOException {
    try (Stream<Path> found = Files.list(Path.of("conf"))) {
      List<Path> all = found.filter(path -> path.toString().endsWith(".conf")).sorted().toList();
      return all.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void isReadWithoutAFault(Path file) throws IOException {
    // Whatever the environment has to supply stands for a folder here.
    String text = Files.readString(file).replaceAll("\\$\\{\\?\\w+}", "\"/data\"");
    text = text.replaceAll("\\$\\{[A-Z_]+}", "\"/data\"");

    assertThat(ConfigLoader.load(text, file.toString(), List.of()).clusters().count()).isPositive();
    assertThat(Files.readString(Path.of("README.md")))
        .contains("`" + file.getFileName().toString().replace(".conf", "") + "`");
  }

  @Test
  @Tag("spark")
  void companiesAreToldApartByScoresAndVerdicts() throws IOException {
    JsonNode metrics = run("companies");

    assertThat(metrics.path("constraints").path("mustLink").path("violated").asInt()).isZero();
    assertThat(metrics.path("constraints").path("cannotLink").path("violated").asInt()).isZero();
    assertThat(metrics.path("k").asInt()).isBetween(46, 50);
    assertThat(metrics.path("truth").path("ari").asDouble()).isGreaterThan(0.96);
  }

  @Test
  @Tag("spark")
  void theLeastConfigurationRuns() throws IOException {
    assertThat(run("minimal").path("n").asInt()).isEqualTo(150);
  }

  @Test
  @Tag("spark")
  void discsOfOneGreyAreToldApartByLabelledBlocks() throws IOException {
    assertThat(run("discs").path("truth").path("ari").asDouble()).isGreaterThan(0.98);
    byte[] png = Files.readAllBytes(folder.resolve("discs").resolve("picture.png"));
    assertThat(png).startsWith(0x89, 'P', 'N', 'G');
  }

  private JsonNode run(String name) throws IOException {
    SparkTest.session();
    Captured captured = new Captured();
    Path out = folder.resolve(name);
    int code =
        Concord.run(
            new String[] {
              "cluster", "--config", "conf/" + name + ".conf", "--set", "output.path=" + out
            },
            captured.console().out(),
            captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    return new ObjectMapper().readTree(out.resolve("metrics.json").toFile());
  }
}
