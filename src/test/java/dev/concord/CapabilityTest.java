package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.concord.capability.Capability;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A capability is a folder and a line: nothing outside names it, and the rest does without it. */
class CapabilityTest {
  private static final String ROOT = "dev.concord.";
  private static final Path SRC = Path.of("src");

  @TempDir Path folder;

  private record Outcome(int code, String said) {}

  private static Outcome run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), said);
  }

  /** The names of the folders. */
  private static Set<String> capabilities() {
    return ServiceLoader.load(Capability.class).stream()
        .map(one -> one.type().getName().substring(ROOT.length()).replaceFirst("[.].*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void noFileOutsideItsFolderNamesACapability() throws IOException {
    assertThat(capabilities()).contains("experiment", "label", "nested");
    List<String> named = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SRC)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String place = file.toString().replace(File.separatorChar, '/');
        if (!place.matches(".*[.](java|jte|conf)")) {
          continue;
        }
        String text = Files.readString(file);
        for (String one : capabilities()) {
          boolean own =
              place.contains("/dev/concord/" + one + "/") || place.contains("/jte/" + one);
          Pattern name = Pattern.compile("(dev[./]concord|@template)[./]" + one + "\\b");
          if (!own && name.matcher(text).find()) {
            named.add(place + " names " + one);
          }
        }
      }
    }
    assertThat(named).isEmpty();
  }

  /** A command, and a step of the job. */
  @Test
  void theRestCompilesAndRunsWithoutTwo() throws Exception {
    String command = "experiment";
    String classes = without(command, "nested");
    Outcome help = concord(classes, "--help");
    assertThat(help.code()).as(help.said()).isZero();
    assertThat(help.said())
        .containsPattern("\n  cluster ")
        .doesNotContainPattern("\n  " + command + " ");
    Outcome unknown = concord(classes, "validate", "--set", command + ".count=3");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.said()).contains(command + " unknown");
    assertThat(concord(classes, "config", command).said())
        .contains("no key begins with " + command);
    Outcome list =
        concord(
            classes, "validate", "--config", "conf/iris.conf", "--set", "clusters.count=[3, 6]");
    assertThat(list.code()).isEqualTo(2);
    assertThat(list.said())
        .contains("must be a whole number of at least 1, auto, or a range such as 2-20")
        .contains("built without what a list of numbers asks for");
  }

  /** The class path of the program without some capabilities, compiled. */
  private String without(String... names) throws Exception {
    assumeTrue(python(), "there is no python3");
    String jars =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> entry.endsWith(".jar")) // not the classes of the project itself
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        new ArrayList<>(List.of("python3", "scripts/without", "--together", "--class-path", jars));
    command.addAll(List.of("--folder", folder.toString()));
    command.addAll(List.of(names));
    Outcome without = run(command);
    assertThat(without.code()).as(without.said()).isZero();
    return folder.resolve(String.join("-", names)).resolve("classes") + File.pathSeparator + jars;
  }

  @Test
  void whatIsNoCapabilityIsRefused() throws Exception {
    assumeTrue(python(), "there is no python3");
    Outcome refused = run(List.of("python3", "scripts/without", "linalg"));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.said()).contains("no capability linalg", String.join(", ", capabilities()));
  }

  private static Outcome concord(String classes, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classes,
                "dev.concord.cli.Concord"));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private static boolean python() throws InterruptedException {
    try {
      return run(List.of("python3", "--version")).code() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
