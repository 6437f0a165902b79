package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.package$;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What people get wrong: each ends with its exit code and one paragraph, early, and writes nothing.
 */
@Tag("spark")
class BadInputTest {
  private static final long LIMIT_SECONDS = 60;

  /**
   * Lines {@code | mistake | exit code | message |}: the whole paragraph of each mistake, with
   * {@code /data} for the folder of the files and {@code /home/user} for that of the project.
   */
  private static final Path MESSAGES =
      Path.of("src", "test", "resources", "golden", "mistakes.txt");

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session().range(10).count(); // the first job of a session takes seconds
  }

  static List<Mistakes.Mistake> mistakes() {
    List<Mistakes.Mistake> all = new ArrayList<>(Mistakes.all());
    all.addAll(SizeMistakes.all());
    all.addAll(NumberMistakes.all());
    all.addAll(PartMistakes.all());
    all.addAll(PartMistakes.ofDrift());
    all.addAll(BaseMistakes.all());
    all.addAll(BaseMistakes.ofApproved());
    all.addAll(EntityMistakes.all());
    all.addAll(EntityMistakes.ofColumns());
    all.addAll(LabelMistakes.all());
    return all;
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void endWithTheirCodeAndOneParagraph(Mistakes.Mistake mistake) throws IOException {
    Files.writeString(folder.resolve("bad.csv"), mistake.file());
    Path output = folder.resolve("out");
    StringBuilder config =
        new StringBuilder(Files.readString(Path.of("conf", "digits.conf")))
            .append("\noutput.path = \"")
            .append(output)
            .append("\"\n");
    Path file = folder.resolve("job.conf");
    String command = LabelMistakes.all().contains(mistake) ? "label" : "cluster";
    List<String> arguments = new ArrayList<>(List.of(command, "--config", file.toString()));
    for (String set : mistake.sets()) {
      String filled = set.replace("FOLDER", folder.toString());
      if (set.contains("{")) {
        config.append(filled.replace(folder.toString(), "\"" + folder + "\"")).append('\n');
      } else {
        arguments.addAll(List.of("--set", filled));
      }
    }
    Files.writeString(file, config);
    Captured captured = new Captured();
    long start = System.nanoTime();
    int code =
        Concord.run(
            arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
    double seconds = (System.nanoTime() - start) / 1e9;
    List<String> said =
        captured
            .err()
            .lines()
            .filter(line -> !line.matches("concord: [\\w ,-]+( \\.\\.\\.|: \\d.*)"))
            .toList();
    assertThat(code).as(captured.err()).isEqualTo(mistake.code());
    assertThat(said).as(captured.err()).hasSize(1);
    assertThat(said.get(0))
        .startsWith("concord: ")
        .contains(mistake.says())
        .doesNotContain("\tat ");
    String line =
        "| %s | %d | %s |"
            .formatted(
                mistake.name(),
                mistake.code(),
                said.get(0)
                    .substring("concord: ".length())
                    .replace(folder.toString(), "/data")
                    .replace(Path.of("").toAbsolutePath().toString(), "/home/user"));
    assertThat(expected(mistake.name())).as("the line of " + MESSAGES).isEqualTo(anyMachine(line));
    assertThat(seconds).isLessThan(LIMIT_SECONDS);
    assertThat(output.resolve("clusters")).doesNotExist();
  }

  @Test
  void everyMistakeHasItsMessageAndNoOther() throws IOException {
    assertThat(Files.readAllLines(MESSAGES).stream().map(line -> line.split(" \\| ", -1)[0]))
        .containsExactlyElementsOf(
            mistakes().stream().map(mistake -> "| " + mistake.name()).toList());
  }

  private static String expected(String name) throws IOException {
    return anyMachine(
        Files.readAllLines(MESSAGES).stream()
            .filter(line -> line.startsWith("| " + name + " | "))
            .findFirst()
            .orElse(""));
  }

  /**
   * The heap and what a plan needs depend on the machine. The messages have the packages of Spark
   * 4.1 and the place that it names in a file; other versions of Spark have others.
   */
  private static String anyMachine(String line) {
    String any = line.replaceAll("[0-9.]+ GiB", "n GiB").replaceAll("MEMORY=[0-9]+g", "MEMORY=ng");
    if (package$.MODULE$.SPARK_VERSION().startsWith("4.1.")) {
      return any;
    }
    return any.replaceAll("(io\\.delta|org\\.apache\\.(?:iceberg|hadoop)):\\S+", "$1")
        .replaceAll("cannot be read at file \\S+: ", "cannot be read: ");
  }
}
