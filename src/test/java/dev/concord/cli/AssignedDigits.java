package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A model of digits, trained once a class, and the command assign on it. */
abstract class AssignedDigits {
  static final int NEW_FROM = 1500;
  static Path shared;
  static List<String> rows;
  static Map<String, String> truth;

  @TempDir Path folder;

  /** Digits: the first 1,500 rows are clustered, the other 297 come later. */
  @BeforeAll
  static void trainOnce() throws IOException {
    SparkSession spark = SparkTest.session();
    assertThat(spark).isNotNull();
    shared = Files.createTempDirectory("concord-assign");
    rows = Files.readAllLines(Path.of("data-samples", "digits", "features.csv"));
    truth = new HashMap<>();
    for (String line : Files.readAllLines(Path.of("data-samples", "digits", "truth.csv"))) {
      truth.put(line.split(",", -1)[0], line.split(",", -1)[1]);
    }
    Files.write(shared.resolve("train.csv"), rows.subList(0, 1 + NEW_FROM));
    Files.write(shared.resolve("new.csv"), newRows());
    train("ncut", "none", "ncut");
  }

  @AfterAll
  static void cleanUp() throws IOException {
    try (Stream<Path> all = Files.walk(shared)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  static List<String> newRows() {
    List<String> lines = new ArrayList<>(List.of(rows.get(0)));
    lines.addAll(rows.subList(1 + NEW_FROM, rows.size()));
    return lines;
  }

  static void train(String method, String refine, String to, String... sets) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "input.features.format=csv",
                "input.features.id=id",
                "input.features.path=" + shared.resolve("train.csv"),
                "clusters.count=10",
                "clusters.method=" + method,
                "clusters.refine=" + refine,
                "output.format=csv",
                "output.path=" + shared.resolve(to)));
    all.addAll(List.of(sets));
    Captured captured = new Captured();
    assertThat(run(captured, "cluster", all)).as(captured.err()).isZero();
  }

  int assign(Captured captured, String model, Path table, String... sets) {
    return run(captured, "assign", assignSets(model, table, List.of(sets)));
  }

  List<String> assignSets(String model, Path table, List<String> more) {
    List<String> sets =
        new ArrayList<>(
            List.of(
                "model.path=" + shared.resolve(model),
                "input.features.format=csv",
                "input.features.id=id",
                "input.features.path=" + table,
                "output.format=csv",
                "output.path=" + folder.resolve("out")));
    sets.addAll(more);
    return sets;
  }

  static int run(Captured captured, String command, List<String> sets) {
    List<String> arguments = new ArrayList<>(List.of(command));
    sets.forEach(set -> arguments.addAll(List.of("--set", set)));
    return Concord.run(
        arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  static String idIn(Map<String, String> clusters, String cluster) {
    return clusters.entrySet().stream()
        .filter(e -> e.getValue().equals(cluster))
        .map(Map.Entry::getKey)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out").resolve(name).toFile());
  }

  static Map<String, String> clusters(Path output) throws IOException {
    Map<String, String> clusters = new HashMap<>();
    lines(output.resolve("clusters"), "id,cluster")
        .forEach(row -> clusters.put(row.split(",", -1)[0], row.split(",", -1)[1]));
    return clusters;
  }

  static Map<String, String[]> table(Path output) throws IOException {
    Map<String, String[]> rows = new HashMap<>();
    lines(output.resolve("assigned"), "id,cluster,distance,confidence,source")
        .forEach(row -> rows.put(row.split(",", -1)[0], row.split(",", -1)));
    return rows;
  }

  static List<String> lines(Path table, String head) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> listing = Files.list(table)) {
      for (Path part :
          listing.filter(p -> p.getFileName().toString().startsWith("part-")).toList()) {
        List<String> all = Files.readAllLines(part);
        if (!all.isEmpty()) {
          assertThat(all.get(0)).isEqualTo(head);
          lines.addAll(all.subList(1, all.size()));
        }
      }
    }
    return lines;
  }
}
