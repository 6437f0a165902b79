package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.spark.files.ContentHash;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every method and the main settings write on the samples, as hashes: a change of structure
 * changes none of them. {@code mvn test -Dtest=GoldenRunsTest -Dconcord.update=true} writes the
 * hashes anew, for a change that is meant.
 */
@Tag("spark")
class GoldenRunsTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "runs.txt");

  private static final List<String> TABLES =
      List.of(
          "clusters",
          "graph",
          "constraints",
          "changes",
          "lineage",
          "suggestions",
          "assigned",
          "embedding");

  @TempDir static Path folder;

  private final Map<String, String> found = new TreeMap<>();

  @BeforeAll
  static void start() {
    assertThat(SparkTest.session()).isNotNull();
  }

  private void run(String command, String name, String sample, String... sets) throws IOException {
    List<String> args = new ArrayList<>(List.of(command));
    if (!sample.isEmpty()) {
      args.addAll(List.of("--config", Path.of("conf", sample + ".conf").toString()));
    }
    List<String> all = new ArrayList<>(List.of("output.format=csv", "output.overwrite=true"));
    all.addAll(List.of(sets));
    all.add("output.path=" + folder.resolve(name));
    for (String set : all) {
      args.addAll(List.of("--set", set));
    }
    Captured captured = new Captured();
    int code =
        Concord.run(
            args.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(code).as(name + ": " + captured.err()).isZero();
    hash(name);
  }

  private void hash(String name) throws IOException {
    Path output = folder.resolve(name);
    for (String table : TABLES) {
      if (Files.isDirectory(output.resolve(table))) {
        ContentHash hash = new ContentHash();
        try (Stream<Path> parts = Files.list(output.resolve(table))) {
          List<Path> sorted =
              parts.filter(p -> p.getFileName().toString().startsWith("part-")).sorted().toList();
          for (Path part : sorted) {
            hash.add(Files.readString(part));
          }
        }
        found.put(name + " " + table, hash.hex().substring(0, 16));
      }
    }
    if (Files.exists(output.resolve("metrics.json"))) {
      Set<String> keys = new TreeSet<>();
      keys("", new ObjectMapper().readTree(output.resolve("metrics.json").toFile()), keys);
      ContentHash hash = new ContentHash();
      keys.forEach(hash::add);
      found.put(name + " metrics-keys", hash.hex().substring(0, 16));
    }
  }

  private static void keys(String path, JsonNode node, Set<String> keys) {
    if (path.equals("timings.")) {
      return;
    }
    keys.add(path);
    node.properties().forEach(entry -> keys(path + entry.getKey() + ".", entry.getValue(), keys));
    if (node.isArray()) {
      node.forEach(entry -> keys(path, entry, keys));
    }
  }

  private static String labels(String sample, int step) throws IOException {
    List<String> kept = new ArrayList<>();
    List<String> rows = Files.readAllLines(Path.of("data-samples", sample, "truth.csv"));
    for (int r = 0; r < rows.size(); r += r == 0 ? 1 : step) {
      kept.add(rows.get(r));
    }
    Path file = Files.write(folder.resolve(sample + "-labels.csv"), kept);
    return "input.labels={ format = csv, path = \"" + file + "\" }";
  }

  /** The last rows of a table of features, some of them moved: a later state of the table. */
  private static String later(String sample) throws IOException {
    List<String> rows = Files.readAllLines(Path.of("data-samples", sample, "features.csv"));
    List<String> kept = new ArrayList<>(rows.subList(0, rows.size() - 3));
    kept.set(5, kept.get(5).replaceAll(",([0-9.]+)$", ",0.3"));
    return Files.write(folder.resolve(sample + "-later.csv"), kept).toString();
  }

  private void methods() throws IOException {
    for (String method :
        List.of(
            "ncut",
            "csp",
            "ccskl",
            "cosc",
            "spectral-learning",
            "kkm",
            "random-walk-csc",
            "sskk",
            "ccsr",
            "complete-linkage",
            "fast-ge",
            "product-cut",
            "pck-means",
            "cop-k-means",
            "ensemble")) {
      run(
          "cluster",
          method,
          "iris",
          "clusters.method=" + method,
          "method.complete-linkage.unreachable=merge",
          "output.embedding=true");
    }
    for (String method : List.of("gfhf", "llgc", "csc-gfhf")) {
      run("cluster", method, "iris", "clusters.method=" + method, labels("iris", 12));
    }
    run("cluster", "sclc", "moons", "clusters.method=sclc", "output.graph=true");
    run("cluster", "correlation", "companies", "output.graph=true");
    run("cluster", "auto", "wine", "clusters.method=auto", "clusters.restarts=3");
  }

  private void settings() throws IOException {
    String plain = "clusters.method=ncut";
    run("cluster", "edges", "csp-six", "output.graph=true");
    run("cluster", "picture", "discs");
    run("cluster", "without-pairs", "wine", "input.constraints=null");
    run("cluster", "sizes", "wine", "clusters.sizes={ min = 0.3, max = 0.36 }");
    run("cluster", "doubt", "wine", "output.membership=true", "clusters.outliers=0.03");
    run("cluster", "nested", "wine", "clusters.count=[2, 3, 5]");
    run("cluster", "number", "wine", "clusters.count=2-6", plain);
    run("cluster", "soft", "wine", "clusters.constraints=soft");
    run("cluster", "propagated", "wine", "clusters.propagate=true", "clusters.method=cosc");
    run("cluster", "unrefined", "wine", "clusters.refine=none", "clusters.method=ccskl");
    run("cluster", "mutual", "wine", plain, "graph.symmetrize=mutual", "output.graph=true");
    run("cluster", "cosine", "wine", plain, "graph.kernel=cosine", "output.graph=true");
    run("cluster", "distributed", "wine", "clusters.method=ccskl", "plan.operator=distributed");
    run(
        "cluster",
        "distributed-edges",
        "moons",
        plain,
        "clusters.refine=none",
        "plan.operator=distributed-edges",
        "plan.panel-rows=70",
        "output.graph=true");
    run("cluster", "approximate", "digits", plain, "graph.search=approximate", "output.graph=true");
    run("cluster", "default", "digits", "output.membership=true");
    run("cluster", "coarse", "digits", "plan.coarse-nodes=400", "output.membership=true");
  }

  private void sequences() throws IOException {
    run("cluster", "first", "wine", "output.base=true", "output.membership=true");
    String first = folder.resolve("first").toString();
    String changed = "input.features.path=\"" + later("wine") + "\"";
    String pairs = "input.constraints=null";
    String truth = "input.truth=null";
    String previous =
        "clusters.previous={ format = csv, path = \"" + first + "/clusters\", id = id }";
    run("cluster", "night", "wine", changed, pairs, truth, "clusters.base=" + first);
    run("cluster", "drift", "wine", changed, pairs, truth, previous);
    run("cluster", "split", "wine", previous, "clusters.split=[0]", "clusters.count=2");
    run("suggest", "suggest", "wine", "suggest.pairs=20");
    run("graph", "graph", "wine");
    run(
        "assign",
        "assign",
        "",
        "model.path=" + first,
        "input.features={ format = csv, path = \"" + later("wine") + "\", id = id }");
  }

  @Test
  void methodsAndSettingsWriteWhatTheyWrote() throws IOException {
    methods();
    settings();
    sequences();
    List<String> lines = new ArrayList<>();
    found.forEach((key, hash) -> lines.add(key + " " + hash));
    if (Boolean.getBoolean("concord.update")) {
      Files.write(GOLDEN, lines);
    }
    assertThat(lines).isEqualTo(Files.readAllLines(GOLDEN));
  }
}
