package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A name that exists as it is written is no pattern. */
@Tag("spark")
class LiteralPathsTest {
  @TempDir Path folder;

  private Path data;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  /** Beside every file stands the one that its name as a pattern matches. */
  @BeforeEach
  void write() throws IOException {
    data = Files.createDirectories(folder.resolve("data [final]"));
    file("points[1].csv", points("wanted", 0, 12));
    file("points1.csv", points("other", 0, 12));
    file("more{x,y}.csv", points("more", 12, 6));
    file("morex.csv", points("other", 0, 12));
    file("pairs?.csv", "first,second,kind\nwanted0,wanted1,must-link\n");
    file("pairs1.csv", "first,second,kind\nother0,other1,must-link\n");
    StringBuilder truth = new StringBuilder("id,label\n");
    for (int i = 0; i < 12; i++) {
      truth.append("wanted").append(i).append(',').append(i % 2).append('\n');
    }
    file("truth*.csv", truth.toString());
    file("truth1.csv", "id,label\nother0,1\n");
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(data.resolve(name), text);
  }

  private static String points(String name, int from, int count) {
    StringBuilder text = new StringBuilder("id,x,y\n");
    for (int i = from; i < from + count; i++) {
      text.append("%s%d,%d.%d,%d%n".formatted(name, i, (i % 2) * 50, i, i % 3));
    }
    return text.toString();
  }

  private void run(String command, String... sets) {
    List<String> all = new ArrayList<>(List.of(command));
    for (String set : sets) {
      all.addAll(List.of("--set", set));
    }
    Captured captured = new Captured();
    int code =
        Concord.run(all.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(code).as(captured.err()).isZero();
  }

  private String input(String... names) {
    List<String> paths = new ArrayList<>();
    for (String name : names) {
      paths.add("\"" + data.resolve(name) + "\"");
    }
    return "{ format = csv, path = " + paths + ", id = id }";
  }

  private String output(String name) {
    return "output={ path = \"" + folder.resolve(name) + "\", format = csv, base = true }";
  }

  private void cluster(String points, String output) {
    run(
        "cluster",
        "input.features=" + points,
        "input.constraints={ format = csv, path = \"" + data.resolve("pairs?.csv") + "\" }",
        "input.truth={ format = csv, path = \"" + data.resolve("truth*.csv") + "\" }",
        "graph.neighbors=3",
        "clusters.count=2",
        output(output),
        "output.overwrite=true",
        "output.resume=false");
  }

  private List<String> ids(String table) throws IOException {
    List<String> ids = new ArrayList<>();
    try (var parts = Files.list(folder.resolve(table))) {
      for (Path part : parts.filter(at -> at.toString().endsWith(".csv")).toList()) {
        for (String line : Files.readAllLines(part)) {
          ids.add(line.replaceAll(",.*", ""));
        }
      }
    }
    ids.remove("id");
    return ids;
  }

  @Test
  void inputsOutputsAndModels() throws IOException {
    cluster(input("points[1].csv"), "out[1]");
    assertThat(ids("out[1]/clusters")).hasSize(12).allMatch(id -> id.startsWith("wanted"));
    JsonNode run = new ObjectMapper().readTree(folder.resolve("out[1]/run.json").toFile());
    assertThat(run.at("/inputs/features/files").asInt()).isEqualTo(1);
    assertThat(run.at("/inputs/features/bytes").asLong())
        .isEqualTo(Files.size(data.resolve("points[1].csv")));

    // Its own base is read again, and the whole is replaced.
    cluster(input("points[1].csv", "more{x,y}.csv"), "out[1]");
    assertThat(ids("out[1]/clusters")).hasSize(18).noneMatch(id -> id.startsWith("other"));

    run(
        "assign",
        "input.features=" + input("more{x,y}.csv"),
        "model.path=\"" + folder.resolve("out[1]/model") + "\"",
        output("new[1]").replace(", base = true", ""));
    assertThat(ids("new[1]/assigned")).hasSize(6).allMatch(id -> id.startsWith("more"));
  }

  @Test
  void aPatternInAFolderOfSuchAName() throws IOException {
    cluster(input("points?1?.csv"), "out");
    assertThat(ids("out/clusters")).hasSize(12).allMatch(id -> id.startsWith("wanted"));
    Files.delete(data.resolve("points[1].csv"));
    file("points1.csv", points("wanted", 0, 12));
    cluster(input("points[1].csv"), "out");
    assertThat(ids("out/clusters")).hasSize(12).allMatch(id -> id.startsWith("wanted"));
  }
}
