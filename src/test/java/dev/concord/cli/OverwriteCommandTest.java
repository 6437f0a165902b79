package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.FaultyFileSystem;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that replace an output lose neither inputs nor other outputs nor answers. */
@Tag("spark")
class OverwriteCommandTest {
  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  /** Runs a command on the irises; FOLDER stands for the test's folder. */
  private Captured run(int code, String command, String to, String... sets) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--config",
                Path.of("conf", "iris.conf").toAbsolutePath().toString(),
                "--set",
                "output.path=" + folder + "/" + to));
    for (String set : sets) {
      arguments.addAll(List.of("--set", set.replace("FOLDER", folder.toString())));
    }
    Captured captured = new Captured();
    int found =
        Concord.run(
            arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(found).as(captured.err()).isEqualTo(code);
    assertThat(captured.err()).doesNotContain("\tat ");
    return captured;
  }

  /** All files with their bytes. */
  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(
            folder.relativize(file).toString(),
            Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return files;
  }

  private void copyFeatures(String to) throws IOException {
    Files.createDirectories(folder.resolve(to).getParent());
    Files.copy(Path.of("data-samples", "iris", "features.csv"), folder.resolve(to));
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(name).toFile());
  }

  private static final String[] SMALL = {"clusters.method=ncut", "clusters.refine=none"};

  private static String[] with(String... sets) {
    return Stream.concat(Stream.of(SMALL), Stream.of(sets)).toArray(String[]::new);
  }

  @Test
  void everyOutputListsItsFilesAndHasNoChecksumsOfHadoop() throws IOException {
    run(0, "cluster", "A", "input.quarantine=FOLDER/aside");
    run(0, "graph", "G");
    JsonNode listed = json("A/_FILES.json").get("files");
    for (String output : List.of("A", "G", "aside")) {
      JsonNode files = json(output + "/_FILES.json").get("files");
      for (String name : files().keySet()) {
        assertThat(name).doesNotEndWith(".crc");
        if (name.startsWith(output + "/") && !name.matches("[^/]+/_[A-Z]+\\.json")) {
          String below = name.substring(output.length() + 1);
          assertThat(files.has(below)).as(name).isTrue();
          assertThat(files.get(below).get("sha256").asText()).hasSize(64);
          assertThat(files.get(below).get("bytes").asLong())
              .isEqualTo(Files.size(folder.resolve(name)));
        }
      }
    }
    assertThat(listed.size()).isGreaterThan(12);
    // The model does not rely on them.
    run(0, "assign", "N", "model.path=FOLDER/A", "input.constraints=null", "input.truth=null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FOLDER/A/mypoints.csv",
        "file:///FOLDER//A/../A/mypoints.csv",
        "FOLDER/A/*.csv",
        "FOLDER/{A,B}/my*.csv",
        "FOLDER/link/mypoints.csv",
        "[\"data-samples/iris/features.csv\", \"FOLDER/A/mypoints.csv\"]",
        "FOLDER/way"
      })
  void anInputInTheOutputIsKept(String path) throws IOException {
    run(0, "cluster", "A", SMALL);
    copyFeatures("A/mypoints.csv");
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("A"));
    Files.createSymbolicLink(folder.resolve("way"), folder.resolve("A/mypoints.csv"));
    Map<String, String> before = files();
    String input = "input.features.path=" + path;
    assertThat(run(2, "cluster", "A", with(input)).err())
        .contains("concord: input.features (")
        .contains(") lies in output.path (file:" + folder + "/A), and mypoints.csv is not as an")
        .contains("move that input elsewhere, or choose another output.path");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void noCommandReplacesItsInput() throws IOException {
    run(0, "graph", "A", SMALL);
    copyFeatures("A/mypoints.csv");
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("A"));
    Map<String, String> before = files();
    String input = "input.features.path=FOLDER/A/mypoints.csv";
    for (String command : List.of("cluster", "graph", "suggest")) {
      assertThat(run(2, command, "A", with(input)).err()).contains("lies in output.path");
      assertThat(run(2, command, "link", with(input)).err()).contains("lies in output.path");
    }
    assertThat(run(2, "validate", "A", with(input)).out()).contains("lies in output.path");
    Files.writeString(
        folder.resolve("study.conf"),
        """
        experiment {
          datasets.mine { count = 3, label = sepal_length
            input.features { format = csv, path = "FOLDER/A/mypoints.csv", id = id } }
          methods.ncut { method = ncut }
          amounts = [10]
          trials = 1
        }
        output { path = "FOLDER/A", overwrite = true }
        """
            .replace("FOLDER", folder.toString()));
    Captured captured = new Captured();
    String[] study = {"experiment", "--config", folder.resolve("study.conf").toString()};
    assertThat(Concord.run(study, captured.console().out(), captured.console().err()))
        .as(captured.err())
        .isEqualTo(2);
    assertThat(captured.err()).contains("lies in output.path").contains("mypoints.csv is not as");
    Files.delete(folder.resolve("study.conf"));
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aRelativePathIsComparedToo() throws IOException {
    Path here = Path.of("target", "relative-" + folder.getFileName());
    try {
      run(0, "cluster", "A", SMALL);
      Files.move(folder.resolve("A"), here);
      Files.copy(Path.of("data-samples", "iris", "features.csv"), here.resolve("mine.csv"));
      String absolute = "output.path=file:" + here.toAbsolutePath() + "/";
      String relative = "input.features.path=./" + here + "/mine.csv";
      assertThat(run(2, "cluster", "A", with(relative, absolute)).err())
          .contains("lies in output.path");
      assertThat(here.resolve("mine.csv")).exists();
    } finally {
      try (Stream<Path> all = Files.walk(here)) {
        for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  @Test
  void whatSomebodyPutIntoAnOutputIsKept() throws IOException {
    run(0, "cluster", "A", SMALL);
    copyFeatures("A/clusters/mine.csv");
    Map<String, String> before = files();
    for (String command : List.of("cluster", "graph", "suggest")) {
      assertThat(run(2, command, "A", "clusters.count=4").err())
          .contains("output.path: file:" + folder + "/A holds 1 file that no run of Concord wrote")
          .contains("clusters/mine.csv")
          .doesNotContain("concord: read");
      before.put("A.failed.json", files().get("A.failed.json"));
      assertThat(files()).isEqualTo(before);
    }
    assertThat(run(2, "assign", "A", "model.path=FOLDER/A", "input.constraints=null").err())
        .contains("name another output.path");
    assertThat(run(2, "validate", "A").out()).contains("clusters/mine.csv");
    assertThat(files()).isEqualTo(before);
    Files.delete(folder.resolve("A/clusters/mine.csv"));
    run(0, "cluster", "A", with("clusters.count=4"));
    assertThat(json("A/metrics.json").get("k").asInt()).isEqualTo(4);
    assertThat(files().keySet()).noneMatch(name -> name.contains(".kept-"));
  }

  @Test
  void anOutputInAnotherOneOrInAModelIsRefused() throws IOException {
    run(0, "cluster", "A", SMALL);
    run(0, "cluster", "A2", with("input.quarantine=FOLDER/aside"));
    Files.createDirectories(folder.resolve("copy"));
    try (Stream<Path> model = Files.walk(folder.resolve("A/model"))) {
      for (Path file : model.toList()) {
        Path to = folder.resolve("copy").resolve(folder.relativize(file).toString().substring(2));
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    Map<String, String> before = files();
    for (String to : List.of("A/B", "A/model/z")) {
      assertThat(run(2, "cluster", to, SMALL).err())
          .contains("output.path: file:" + folder + "/" + to + " lies in file:" + folder + "/A")
          .contains("choose a folder outside of it");
    }
    assertThat(run(2, "graph", "A/B").err()).contains("which is an output of Concord");
    assertThat(run(2, "cluster", "copy/model/z").err()).contains("which is a model of Concord");
    assertThat(run(2, "cluster", "aside/z").err()).contains("which is a quarantine of Concord");
    assertThat(run(2, "validate", "A/B").out()).contains("which is an output of Concord");
    assertThat(run(2, "cluster", "N", "input.quarantine=FOLDER/A/clusters/z").err())
        .contains("input.quarantine: file:" + folder + "/A/clusters/z lies in")
        .contains("which is an output of Concord");
    assertThat(run(2, "assign", "A/new", "model.path=FOLDER/A", "input.constraints=null").err())
        .contains("which is an output of Concord");
    before.put("N/_RESULT.json", files().get("N/_RESULT.json"));
    assertThat(files()).isEqualTo(before);
    run(0, "assign", "new", "model.path=FOLDER/A", "input.constraints=null", "input.truth=null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"FOLDER/data", "FOLDER/d*", "FOLDER/data/*", "FOLDER/data/out"})
  void anOutputThatWouldBeReadAsInputIsRefused(String path) throws IOException {
    copyFeatures("data/features.csv");
    Map<String, String> before = files();
    assertThat(run(2, "cluster", "data/out", "input.features.path=" + path).err())
        .contains("output.path (file:" + folder + "/data/out) lies in input.features (")
        .contains("would be read as rows of that table");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aRunMayReadItsOwnLastOutput() throws IOException {
    run(0, "cluster", "A", with("clusters.count=3"));
    String pairs =
        "input.constraints={format=csv, path=\"FOLDER/A/constraints\", first=first, second=second,"
            + " kind=kind}";
    String previous = "clusters.previous={format=csv, path=\"FOLDER/A/clusters\"}";
    run(0, "cluster", "A", with(pairs, previous, "clusters.count=3", "clusters.seed=5"));
    assertThat(json("A/metrics.json").at("/drift/common").asInt()).isEqualTo(150);
    assertThat(json("A/run.json").at("/configuration/input/constraints/path").asText())
        .isEqualTo(folder + "/A/constraints");
    assertThat(files().keySet()).noneMatch(name -> name.startsWith("."));
  }

  @Test
  void answersToSuggestionsAreKept() throws IOException {
    String none = "input.constraints=null";
    run(0, "suggest", "ask", with(none, "suggest.pairs=10"));
    Path table;
    try (Stream<Path> parts = Files.list(folder.resolve("ask/suggestions"))) {
      table = parts.filter(part -> part.toString().endsWith(".csv")).findFirst().orElseThrow();
    }
    List<String> rows = new ArrayList<>(Files.readAllLines(table));
    rows.replaceAll(row -> row.replaceFirst(",,", ",must-link,"));
    Files.write(table, rows);
    Map<String, String> before = files();
    String answers = "input.constraints={format=csv, path=\"FOLDER/ask/suggestions\"}";
    String soft = "clusters.constraints=soft";
    String name = "suggestions/" + table.getFileName();
    assertThat(run(2, "suggest", "ask", with(answers, soft)).err())
        .contains("concord: input.constraints (" + folder + "/ask/suggestions) lies in output.path")
        .contains("and suggestions is not as an earlier run wrote it");
    assertThat(run(2, "suggest", "ask", with(none)).err()).contains(name + " (changed since)");
    before.put("ask.failed.json", files().get("ask.failed.json"));
    assertThat(files()).isEqualTo(before);
    // Edited in place, the table can be read.
    assertThat(run(0, "suggest", "next", with(answers, soft)).out()).contains("10 constraints");
    before.putAll(files());
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aQuarantineRemovesOnlyWhatARunWrote() throws IOException {
    copyFeatures("data/features.csv");
    String set = "input.quarantine=FOLDER/aside";
    run(0, "validate", "N", set);
    run(0, "validate", "N", set);
    copyFeatures("aside/rows/mine.csv");
    Map<String, String> before = files();
    assertThat(run(2, "validate", "N", set).out())
        .contains("input.quarantine: file:" + folder + "/aside holds 1 file that no run of Concord")
        .contains(": rows/mine.csv.");
    assertThat(run(2, "validate", "N", set, "input.features.path=FOLDER/aside/rows/mine.csv").out())
        .contains("lies in input.quarantine (file:" + folder + "/aside), which is made anew");
    assertThat(
            run(
                    2,
                    "validate",
                    "N",
                    "input.quarantine=FOLDER/data/aside",
                    "input.features.path=FOLDER/data")
                .out())
        .contains("input.quarantine (file:" + folder + "/data/aside) lies in input.features");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void anInputAmongTheStagesIsRefused() throws IOException {
    copyFeatures(".A.concord-stages/mine/features.csv");
    Map<String, String> before = files();
    assertThat(
            run(2, "cluster", "A", "input.features.path=FOLDER/.A.concord-stages/mine/features.csv")
                .err())
        .contains("where the stages of the run are kept and removed at its end");
    assertThat(files()).isEqualTo(before);
    // Nor are stages removed together with what else lies there.
    run(0, "cluster", "A", with("plan.keep-after=0"));
    assertThat(files())
        .containsEntry(
            ".A.concord-stages/mine/features.csv",
            before.get(".A.concord-stages/mine/features.csv"));
    assertThat(files().keySet().stream().filter(name -> name.startsWith("."))).hasSize(1);
  }

  @Test
  void aDiskThatIsFullAtTheStartIsRefused() throws IOException {
    FaultyFileSystem.setFree(0);
    try {
      String path = "output.path=faulty://" + folder + "/A";
      assertThat(run(2, "cluster", "A", path).err())
          .contains("output.path: nothing can be written in ")
          .contains("(No space left on device)")
          .contains("make room")
          .doesNotContain("defect");
      assertThat(run(2, "validate", "A", path).out()).contains("No space left on device");
      assertThat(files()).isEmpty();
      FaultyFileSystem.setFree(5000);
      assertThat(run(2, "cluster", "A", path).err()).contains("No space left on device");
      assertThat(files()).isEmpty();
    } finally {
      FaultyFileSystem.setFree(Long.MAX_VALUE);
    }
  }
}
