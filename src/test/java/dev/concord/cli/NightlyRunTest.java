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
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that start from an earlier one (clusters.base). */
@Tag("spark")
class NightlyRunTest {
  private static final int POINTS = 240;

  @TempDir static Path folder;

  /** The points of a night by id; a value is a row of the table without its id. */
  private static final TreeMap<Integer, String> FIRST = new TreeMap<>();

  private static final TreeMap<Integer, String> SECOND = new TreeMap<>();

  @BeforeAll
  static void twoNights() throws IOException {
    SparkTest.session();
    Random random = new Random(4);
    for (int i = 0; i < POINTS; i++) {
      FIRST.put(i, row(random, i % 3));
    }
    SECOND.putAll(FIRST);
    // Four points are gone, four changed, one of which joins another group, and six are new.
    List.of(3, 50, 51, 200).forEach(SECOND::remove);
    List.of(9, 60, 120).forEach(id -> SECOND.put(id, row(random, id % 3)));
    SECOND.put(33, row(random, 1));
    for (int i = POINTS; i < POINTS + 6; i++) {
      SECOND.put(i, row(random, i % 3));
    }
    write("first.csv", FIRST);
    write("second.csv", SECOND);
    Files.writeString(
        folder.resolve("pairs.csv"), "first,second,kind\n0,1,cannot-link\n0,30,must-link\n");
    Files.writeString(
        folder.resolve("more.csv"),
        "first,second,kind\n0,1,cannot-link\n0,30,must-link\n6,242,cannot-link\n");
    assertThat(cluster(new Captured(), "first.csv", "night-1", "output.base=true")).isZero();
  }

  private static String row(Random random, int group) {
    StringBuilder row = new StringBuilder();
    for (int d = 0; d < 4; d++) {
      double value = random.nextGaussian() + (d == group ? 9.0 : 0.0);
      row.append(String.format(Locale.ROOT, ",%.3f", value));
    }
    return row.toString();
  }

  private static void write(String name, Map<Integer, String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,a,b,c,d"));
    rows.forEach((id, row) -> lines.add(id + row));
    Files.write(folder.resolve(name), lines);
  }

  private static int cluster(Captured captured, String table, String to, String... sets) {
    List<String> arguments = new ArrayList<>(List.of("cluster"));
    List<String> all =
        new ArrayList<>(
            List.of(
                "input.features.format=csv",
                "input.features.path=" + folder.resolve(table),
                "input.features.id=id",
                "input.constraints.format=csv",
                "input.constraints.path=" + folder.resolve("pairs.csv"),
                "clusters.count=3",
                "output.format=csv",
                "output.graph=true",
                "output.path=" + folder.resolve(to)));
    all.addAll(List.of(sets));
    for (String set : all) {
      arguments.addAll(List.of("--set", set));
    }
    return Concord.run(
        arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  private static String base(String night) {
    return "clusters.base=" + folder.resolve(night);
  }

  private static List<String> rows(String output, String table) throws IOException {
    try (Stream<Path> parts = Files.list(folder.resolve(output).resolve(table))) {
      List<String> rows = new ArrayList<>();
      for (Path part :
          parts.filter(p -> p.getFileName().toString().startsWith("part-")).sorted().toList()) {
        rows.addAll(Files.readAllLines(part));
      }
      return rows;
    }
  }

  private static JsonNode metrics(String output) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(output).resolve("metrics.json").toFile());
  }

  @Test
  void aStepHasTheGraphOfAFullRunAndHoldsItsPairs() throws IOException {
    Captured step = new Captured();
    String pairs = "input.constraints.path=" + folder.resolve("more.csv");
    assertThat(cluster(step, "second.csv", "step", base("night-1"), pairs, "output.base=true"))
        .as(step.err())
        .isZero();
    assertThat(cluster(new Captured(), "second.csv", "full", pairs)).isZero();
    assertThat(rows("step", "graph")).isEqualTo(rows("full", "graph"));
    assertThat(rows("step", "constraints")).allMatch(row -> !row.contains("false"));

    JsonNode base = metrics("step").get("base");
    assertThat(base.get("same").asInt()).isEqualTo(232);
    assertThat(base.get("changed").asInt()).isEqualTo(4);
    assertThat(base.get("new").asInt()).isEqualTo(6);
    assertThat(base.get("gone").asInt()).isEqualTo(4);
    assertThat(base.get("searched").asInt()).isBetween(10, 30);
    assertThat(base.has("full")).isFalse();
    assertThat(metrics("step").get("method").get("evidence").asText()).isEqualTo("earlier");

    List<String> changes = rows("step", "changes");
    assertThat(changes).filteredOn(row -> row.endsWith(",new")).hasSize(6);
    assertThat(changes).filteredOn(row -> row.endsWith(",gone")).hasSize(4);
    assertThat(changes)
        .filteredOn(row -> row.startsWith("33,"))
        .singleElement()
        .asString()
        .endsWith(",changed");

    // The next night starts from this one, and other panels give the same clusters.
    assertThat(cluster(new Captured(), "first.csv", "third", base("step"))).isZero();
    assertThat(cluster(new Captured(), "first.csv", "panels", base("step"), "plan.panel-rows=37"))
        .isZero();
    assertThat(rows("third", "graph")).isEqualTo(rows("night-1", "graph"));
    assertThat(rows("panels", "clusters")).isEqualTo(rows("third", "clusters"));
  }

  @Test
  void aNightWithoutChangesMovesNothing() throws IOException {
    assertThat(cluster(new Captured(), "first.csv", "same", base("night-1"))).isZero();

    assertThat(rows("same", "clusters")).isEqualTo(rows("night-1", "clusters"));
    assertThat(metrics("same").get("drift").get("moved").asInt()).isZero();
    assertThat(metrics("same").get("method").get("chosen").asText())
        .isEqualTo("the earlier clusters");
  }

  @Test
  void manyChangesMakeAFullRunWhichSaysSo() throws IOException {
    TreeMap<Integer, String> other = new TreeMap<>(FIRST);
    Random random = new Random(8);
    for (int i = 0; i < POINTS; i += 3) {
      other.put(i, row(random, i % 3));
    }
    write("other.csv", other);
    Captured run = new Captured();
    assertThat(cluster(run, "other.csv", "many", base("night-1"))).as(run.err()).isZero();
    String why = "more than a quarter of the points are new, changed or gone";
    assertThat(run.err()).contains("clusters.base: a full run is made, because " + why);
    assertThat(metrics("many").get("base").get("full").asText()).isEqualTo(why);
    assertThat(metrics("many").get("method").get("evidence").asText()).isNotEqualTo("earlier");
  }

  private static void refused(String expected, String table, String... sets) {
    Captured run = new Captured();
    assertThat(cluster(run, table, "refused", sets)).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(expected);
    assertThat(folder.resolve("refused").resolve("clusters")).doesNotExist();
  }

  private static void copyNight(String to) throws IOException {
    Path source = folder.resolve("night-1");
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.toList()) {
        Path target = folder.resolve(to).resolve(source.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  private static Path part(String night, String table) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(night).resolve("base").resolve(table))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
  }

  @Test
  void basesThatDoNotFitAreRefused() throws IOException {
    refused("there is no such folder", "second.csv", base("nowhere"));
    Files.createDirectories(folder.resolve("plain"));
    refused("this output has no folder base", "second.csv", base("plain"));
    refused(
        "was made with graph.neighbors = 10, this run has 7",
        "second.csv",
        base("night-1"),
        "graph.neighbors=7");
    refused(
        "has features of 4 values (a, b, c, d), input.features has of 2 values (a, b)",
        "second.csv",
        base("night-1"),
        "input.features.columns=[a, b]");
    Files.writeString(
        folder.resolve("texts.csv"),
        Files.readString(folder.resolve("second.csv")).replaceAll("(?m)^(\\d)", "p$1"));
    Files.writeString(folder.resolve("none.csv"), "first,second,kind\np0,p1,cannot-link\n");
    refused(
        "has ids of kind long, input.features has ids of kind string",
        "texts.csv",
        base("night-1"),
        "input.constraints.path=" + folder.resolve("none.csv"));
  }

  @Test
  void basesThatAreNotWholeOrOfAnotherVersionAreRefused() throws IOException {
    copyNight("damaged");
    Path lists = part("damaged", "lists");
    byte[] bytes = Files.readAllBytes(lists);
    bytes[bytes.length / 2] ^= 1;
    Files.write(lists, bytes);
    refused("the base is damaged at lists/", "second.csv", base("damaged"));
    copyNight("short");
    Files.delete(part("short", "points"));
    refused("the base is damaged at points/", "second.csv", base("short"));
    copyNight("later");
    Path manifest = folder.resolve("later").resolve("base").resolve("manifest.json");
    Files.writeString(
        manifest,
        Files.readString(manifest).replace("\"formatVersion\" : 1", "\"formatVersion\" : 9"));
    refused(
        "the base has format version 9, and this version of Concord reads 1",
        "second.csv",
        base("later"));
  }

  @Test
  void settingsThatCannotBeCombinedAreRefused() {
    String base = base("night-1");
    refused(
        "implies clusters.previous",
        "second.csv",
        base,
        "clusters.previous={format=csv, path=\"" + folder.resolve("pairs.csv") + "\"}");
    refused(
        "cannot be combined with clusters.method = auto",
        "second.csv",
        base,
        "clusters.method=auto");
    refused(
        "needs the edges on the driver",
        "second.csv",
        "output.base=true",
        "plan.operator=distributed-edges");
    refused(
        "needs the neighbour lists of features",
        "second.csv",
        base,
        "input.features=null",
        "input.edges={format=csv, path=\"" + folder.resolve("pairs.csv") + "\"}");
  }

  @Test
  void aSecondRunIntoTheSameOutputIsRefusedAndTheBaseStays() throws IOException {
    String before = manifest();
    assertThat(cluster(new Captured(), "second.csv", "twice", base("night-1"))).isZero();
    Captured other = new Captured();
    String pairs = "input.constraints.path=" + folder.resolve("more.csv");
    assertThat(cluster(other, "second.csv", "twice", base("night-1"), pairs)).isEqualTo(2);
    assertThat(other.err()).contains("twice").contains("output.overwrite");
    refused(
        "would replace its own base",
        "second.csv",
        base("night-1"),
        "output.path=" + folder.resolve("night-1") + "/",
        "output.overwrite=true");
    assertThat(manifest()).isEqualTo(before);
  }

  private static String manifest() throws IOException {
    return Files.readString(folder.resolve("night-1").resolve("base").resolve("manifest.json"));
  }
}
