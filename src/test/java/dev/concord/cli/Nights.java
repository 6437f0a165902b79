package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.spark.files.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A small table as two nights have it, and runs of it: four points are gone in the second night,
 * four changed, one of which joins another group, and six are new.
 */
final class Nights {
  static final int POINTS = 240;

  private final Path folder;
  private final TreeMap<Integer, String> first = new TreeMap<>();
  private final TreeMap<Integer, String> second = new TreeMap<>();

  /** Writes first.csv, second.csv, and the pairs of both nights: pairs.csv and more.csv. */
  Nights(Path folder) throws IOException {
    this.folder = folder;
    Random random = new Random(4);
    for (int i = 0; i < POINTS; i++) {
      first.put(i, row(random, i % 3));
    }
    second.putAll(first);
    List.of(3, 50, 51, 200).forEach(second::remove);
    List.of(9, 60, 120).forEach(id -> second.put(id, row(random, id % 3)));
    second.put(33, row(random, 1));
    for (int i = POINTS; i < POINTS + 6; i++) {
      second.put(i, row(random, i % 3));
    }
    write("first.csv", first);
    write("second.csv", second);
    Files.writeString(
        folder.resolve("pairs.csv"), "first,second,kind\n0,1,cannot-link\n0,30,must-link\n");
    Files.writeString(
        folder.resolve("more.csv"),
        "first,second,kind\n0,1,cannot-link\n0,30,must-link\n6,242,cannot-link\n");
  }

  /** The points of the first night by id; a value is a row of the table without its id. */
  Map<Integer, String> first() {
    return new TreeMap<>(first);
  }

  /** A row of a group, without its id. */
  static String row(Random random, int group) {
    StringBuilder row = new StringBuilder();
    for (int d = 0; d < 4; d++) {
      double value = random.nextGaussian() + (d == group ? 9.0 : 0.0);
      row.append(String.format(Locale.ROOT, ",%.3f", value));
    }
    return row.toString();
  }

  void write(String name, Map<Integer, String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,a,b,c,d"));
    rows.forEach((id, row) -> lines.add(id + row));
    Files.write(folder.resolve(name), lines);
  }

  /** Runs cluster on a table. */
  int cluster(Captured captured, String table, String to, String... sets) {
    return run("cluster", captured, table, to, sets);
  }

  /** Runs a command on a table. */
  int run(String command, Captured captured, String table, String to, String... sets) {
    return Concord.run(
        arguments(command, table, to, sets).toArray(String[]::new),
        captured.console().out(),
        captured.console().err());
  }

  /** The arguments of a command on a table. */
  List<String> arguments(String command, String table, String to, String... sets) {
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
    List<String> arguments = new ArrayList<>(List.of(command));
    all.forEach(set -> arguments.addAll(List.of("--set", set)));
    return arguments;
  }

  /** The setting that names a night as base. */
  String base(String night) {
    return "clusters.base=" + folder.resolve(night);
  }

  /** The lines of a CSV table of an output. */
  List<String> rows(String output, String table) throws IOException {
    try (Stream<Path> parts = Files.list(folder.resolve(output).resolve(table))) {
      List<String> rows = new ArrayList<>();
      for (Path part :
          parts.filter(p -> p.getFileName().toString().startsWith("part-")).sorted().toList()) {
        rows.addAll(Files.readAllLines(part));
      }
      return rows;
    }
  }

  JsonNode metrics(String output) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(output).resolve("metrics.json").toFile());
  }

  /** A copy of an output. */
  void copy(String night, String to) throws IOException {
    Path source = folder.resolve(night);
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

  /** A file of a table of a base. */
  Path part(String night, String table) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(night).resolve("base").resolve(table))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
  }

  /** All files of the base of an output with their bytes, in hexadecimal digits. */
  Map<String, String> bytes(String night) throws IOException {
    Path root = folder.resolve(night).resolve("base");
    Map<String, String> bytes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes.put(
            root.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
    }
    return bytes;
  }

  /** Replaces a text in base.json, with the digest that the file has then. */
  void replace(String night, String old, String by) throws IOException {
    Path base = folder.resolve(night).resolve("base");
    Path facts = base.resolve("base.json");
    String before = Files.readString(facts);
    String after = before.replace(old, by);
    assertThat(after).isNotEqualTo(before);
    write(facts, after);
    edit(night, digest(before), digest(after));
    edit(night, "\"bytes\" : " + before.length() + ",", "\"bytes\" : " + after.length() + ",");
  }

  private static String digest(String text) {
    MessageDigest sha = Sha256.start();
    sha.update(text.getBytes(StandardCharsets.UTF_8));
    return Sha256.hex(sha);
  }

  /** Replaces a text in the manifest. */
  void edit(String night, String old, String by) throws IOException {
    Path manifest = folder.resolve(night).resolve("base").resolve("manifest.json");
    String text = Files.readString(manifest);
    assertThat(text).contains(old);
    write(manifest, text.replace(old, by));
  }

  /** Writes a file anew, without the checksum that Hadoop may have left beside it. */
  private static void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    Files.writeString(file, text);
  }
}
