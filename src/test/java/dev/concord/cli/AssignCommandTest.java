package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.ByteBuffer;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** New points into the clusters of a model, from the command line. */
@Tag("spark")
class AssignCommandTest {
  private static final int NEW_FROM = 1500;
  private static Path shared;
  private static List<String> rows;
  private static Map<String, String> truth;

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

  private static List<String> newRows() {
    List<String> lines = new ArrayList<>(List.of(rows.get(0)));
    lines.addAll(rows.subList(1 + NEW_FROM, rows.size()));
    return lines;
  }

  private static void train(String method, String refine, String to, String... sets) {
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

  @ParameterizedTest
  @ValueSource(strings = {"votes", "centre"})
  void heldOutPointsLandWithTheirOwnKind(String rule) throws IOException {
    Captured captured = new Captured();
    int code = assign(captured, "ncut", shared.resolve("new.csv"), "assign.rule=" + rule);
    assertThat(code).as(captured.err()).isZero();
    Map<String, String[]> assigned = table(folder.resolve("out"));
    assertThat(assigned).hasSize(297);
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    // The class of a cluster is that of most of its training points.
    Map<String, Map<String, Integer>> counts = new HashMap<>();
    trained.forEach(
        (id, cluster) ->
            counts
                .computeIfAbsent(cluster, c -> new HashMap<>())
                .merge(truth.get(id), 1, Integer::sum));
    int trainedRight =
        counts.values().stream()
            .mapToInt(c -> c.values().stream().mapToInt(Integer::intValue).max().orElseThrow())
            .sum();
    int right = 0;
    for (Map.Entry<String, String[]> point : assigned.entrySet()) {
      Map<String, Integer> of = counts.get(point.getValue()[1]);
      String most = of.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
      right += most.equals(truth.get(point.getKey())) ? 1 : 0;
      assertThat(Double.parseDouble(point.getValue()[3])).isBetween(0.0, 1.0);
      assertThat(Double.parseDouble(point.getValue()[2])).isNotNegative();
    }
    assertThat(right / 297.0).isGreaterThan(trainedRight / 1500.0 - 0.08);
    JsonNode metrics = json("metrics.json");
    assertThat(metrics.get("n").asInt()).isEqualTo(297);
    assertThat(metrics.get("sources").get(rule.equals("votes") ? "neighbors" : "centre").asInt())
        .isEqualTo(297);
    assertThat(metrics.get("pointsPerSecond").asDouble()).isPositive();
    assertThat(json("run.json").get("command").asText()).isEqualTo("assign");
    assertThat(json("_RESULT.json").get("status").asText()).isEqualTo("ok");
    assertThat(captured.out()).contains("297").contains("points a second");
  }

  @Test
  void pointsOfTheTrainingSetKeepTheirClusters() throws IOException {
    Path table = folder.resolve("mixed.csv");
    Files.write(table, rows.subList(0, rows.size()));
    assertThat(assign(new Captured(), "ncut", table)).isZero();
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    Map<String, String[]> assigned = table(folder.resolve("out"));
    assertThat(assigned).hasSize(1797);
    trained.forEach(
        (id, cluster) ->
            assertThat(assigned.get(id)).containsExactly(id, cluster, "0.0", "1.0", "known"));
    assertThat(json("metrics.json").get("sources").get("known").asInt()).isEqualTo(1500);
  }

  @Test
  void aCopyOfATrainingPointUnderANewIdGetsItsCluster() throws IOException {
    List<String> lines = new ArrayList<>(List.of(rows.get(0)));
    for (int r = 1; r <= 300; r++) {
      String row = rows.get(r);
      lines.add("9000" + String.format("%03d", r) + row.substring(row.indexOf(',')));
    }
    Path table = folder.resolve("copies.csv");
    Files.write(table, lines);
    assertThat(assign(new Captured(), "ncut", table)).isZero();
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    Map<String, String[]> assigned = table(folder.resolve("out"));
    for (int r = 1; r <= 300; r++) {
      String id = rows.get(r).substring(0, rows.get(r).indexOf(','));
      String[] copy = assigned.get("9000" + String.format("%03d", r));
      assertThat(copy[1]).isEqualTo(trained.get(id));
      assertThat(copy[2]).isEqualTo("0.0");
      assertThat(copy[3]).isEqualTo("1.0");
    }
  }

  @Test
  void labelsDoNotDependOnFilesOrPartitions() throws IOException {
    assertThat(assign(new Captured(), "ncut", shared.resolve("new.csv"))).isZero();
    Map<String, String[]> once = table(folder.resolve("out"));
    Path parts = folder.resolve("parts");
    SparkTest.session()
        .read()
        .option("header", "true")
        .option("inferSchema", "true")
        .csv(shared.resolve("new.csv").toString())
        .repartition(13)
        .write()
        .parquet(parts.toString());
    assertThat(
            assign(
                new Captured(),
                "ncut",
                parts,
                "input.features.format=parquet",
                "output.overwrite=true"))
        .isZero();
    Map<String, String[]> again = table(folder.resolve("out"));
    assertThat(again.keySet()).isEqualTo(once.keySet());
    once.forEach((id, row) -> assertThat(again.get(id)).containsExactly(row));
  }

  @Test
  void mustLinksAndCannotLinksOfNewPointsHold() throws IOException {
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    assertThat(assign(new Captured(), "ncut", shared.resolve("new.csv"))).isZero();
    Map<String, String[]> free = table(folder.resolve("out"));
    List<String> fresh =
        newRows().stream().skip(1).map(r -> r.substring(0, r.indexOf(','))).toList();
    String point = fresh.get(0);
    String other =
        trained.entrySet().stream()
            .filter(e -> !e.getValue().equals(free.get(point)[1]))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    String mate = fresh.get(1);
    String third = fresh.get(2);
    Files.write(
        folder.resolve("pairs.csv"),
        List.of(
            "first,second,kind",
            point + "," + other + ",must-link",
            point + "," + mate + ",ML",
            third + "," + idIn(trained, free.get(third)[1]) + ",cannot-link",
            fresh.get(3) + "," + fresh.get(4) + ",must-link"));
    Captured captured = new Captured();
    int code =
        assign(
            captured,
            "ncut",
            shared.resolve("new.csv"),
            "output.overwrite=true",
            "input.constraints.format=csv",
            "input.constraints.path=" + folder.resolve("pairs.csv"));
    assertThat(code).as(captured.err()).isZero();
    Map<String, String[]> bound = table(folder.resolve("out"));
    assertThat(bound.get(point)[1]).isEqualTo(trained.get(other));
    assertThat(bound.get(point)[4]).isEqualTo("constraint");
    assertThat(bound.get(mate)[1]).isEqualTo(trained.get(other));
    assertThat(bound.get(third)[1]).isNotEqualTo(free.get(third)[1]);
    assertThat(bound.get(fresh.get(3))[1]).isEqualTo(bound.get(fresh.get(4))[1]);
    assertThat(bound.get(fresh.get(9))).containsExactly(free.get(fresh.get(9)));
    JsonNode constraints = json("metrics.json").get("constraints");
    assertThat(constraints.get("mustLink").get("total").asInt()).isEqualTo(3);
    assertThat(constraints.get("cannotLink").get("violated").asInt()).isZero();
    assertThat(constraints.get("newPoints").asInt()).isEqualTo(5);
  }

  @Test
  void contradictionsWithTheModelEndWithTheirWitness() throws IOException {
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    String point = newRows().get(1).split(",", -1)[0];
    String a = idIn(trained, "0");
    String b = idIn(trained, "1");
    Files.write(
        folder.resolve("pairs.csv"),
        List.of("first,second,kind", point + "," + a + ",ML", b + "," + point + ",ML"));
    Captured captured = new Captured();
    int code =
        assign(
            captured,
            "ncut",
            shared.resolve("new.csv"),
            "input.constraints.format=csv",
            "input.constraints.path=" + folder.resolve("pairs.csv"));
    assertThat(code).isEqualTo(3);
    assertThat(captured.err()).contains(a).contains(b).contains(point).contains("cluster 1");
    assertThat(folder.resolve("out").resolve("assigned")).doesNotExist();
    assertThat(json("_RESULT.json").get("exitCode").asInt()).isEqualTo(3);
  }

  @Test
  void aModelOfRowNumbersTakesNewRowsForNewPoints() throws IOException {
    List<String> plain = rows.stream().map(r -> r.substring(r.indexOf(',') + 1)).toList();
    Files.write(folder.resolve("a.csv"), plain.subList(0, 1001));
    List<String> later = new ArrayList<>(List.of(plain.get(0)));
    later.addAll(plain.subList(1001, 1101));
    Files.write(folder.resolve("b.csv"), later);
    List<String> sets =
        List.of(
            "input.features.format=csv",
            "input.features.path=" + folder.resolve("a.csv"),
            "clusters.count=10",
            "clusters.method=ncut",
            "clusters.refine=none",
            "graph.scale-features=standard",
            "output.path=" + folder.resolve("rows"));
    assertThat(run(new Captured(), "cluster", sets)).isZero();
    Captured captured = new Captured();
    int code =
        run(
            captured,
            "assign",
            List.of(
                "model.path=" + folder.resolve("rows"),
                "input.features.format=csv",
                "input.features.path=" + folder.resolve("b.csv"),
                "output.format=csv",
                "output.path=" + folder.resolve("out")));
    assertThat(code).as(captured.err()).isZero();
    Map<String, String[]> assigned = table(folder.resolve("out"));
    assertThat(assigned).hasSize(100).containsKeys("0", "99");
    assertThat(json("metrics.json").get("sources").get("known").asInt()).isZero();
  }

  @Test
  void imagesOfIdxFilesGoByRowNumber() throws IOException {
    Path training = images("training.idx", 1, 600, 8);
    // More than one task's rows, over two files; the first images are copies of training images.
    Path first = images("first.idx", 1, 100, 8);
    Path second = images("second.idx", 601, 1700, 8);
    assertThat(
            run(
                new Captured(),
                "cluster",
                List.of(
                    "input.features.format=idx",
                    "input.features.path=" + training,
                    "clusters.count=10",
                    "clusters.method=ncut",
                    "clusters.refine=none",
                    "output.format=csv",
                    "output.path=" + folder.resolve("trained"))))
        .isZero();
    List<String> sets =
        new ArrayList<>(
            List.of(
                "model.path=" + folder.resolve("trained"),
                "input.features.format=idx",
                "input.features.path=[\"" + first + "\", \"" + second + "\"]",
                "output.format=csv",
                "output.path=" + folder.resolve("out")));
    Captured captured = new Captured();
    assertThat(run(captured, "assign", sets)).as(captured.err()).isZero();
    Map<String, String[]> assigned = table(folder.resolve("out"));
    Map<String, String> trained = clusters(folder.resolve("trained"));
    assertThat(assigned).hasSize(1200);
    for (int r = 0; r < 100; r++) {
      String id = Integer.toString(r);
      assertThat(assigned.get(id)).containsExactly(id, trained.get(id), "0.0", "1.0", "neighbors");
    }
    assertThat(assigned).containsKeys("100", "1023", "1024", "1199");
    sets.set(2, "input.features.path=" + images("wide.idx", 1, 40, 4));
    sets.add("output.overwrite=true");
    captured = new Captured();
    assertThat(run(captured, "assign", sets)).isEqualTo(2);
    assertThat(captured.err()).contains("32 features").contains("64");
  }

  /** Digits {@code from} to {@code to} as images of 8 rows and {@code columns} columns. */
  private Path images(String name, int from, int to, int columns) throws IOException {
    int count = to - from + 1;
    ByteBuffer bytes = ByteBuffer.allocate(16 + count * 8 * columns);
    bytes.putInt(0x803).putInt(count).putInt(8).putInt(columns);
    for (int r = from; r <= to; r++) {
      String[] cells = rows.get(r).split(",", -1);
      for (int c = 0; c < 8 * columns; c++) {
        bytes.put((byte) Double.parseDouble(cells[1 + c]));
      }
    }
    return Files.write(folder.resolve(name), bytes.array());
  }

  @Test
  void edgesToTheTrainingSetDecideWhereNoFeaturesAreKnown() throws IOException {
    Files.write(
        folder.resolve("graph.csv"),
        List.of(
            "source,target,weight",
            "a,b,1",
            "b,c,1",
            "a,c,1",
            "x,y,1",
            "y,z,1",
            "x,z,1",
            "c,x,0.1"));
    assertThat(
            run(
                new Captured(),
                "cluster",
                List.of(
                    "input.edges.format=csv",
                    "input.edges.path=" + folder.resolve("graph.csv"),
                    "clusters.count=2",
                    "clusters.method=ncut",
                    "output.format=csv",
                    "output.path=" + folder.resolve("trained"))))
        .isZero();
    Map<String, String> trained = clusters(folder.resolve("trained"));
    Files.write(
        folder.resolve("edges.csv"),
        List.of(
            "source,target,weight",
            "n1,a,1",
            "n1,x,0.4",
            "n2,n1,2",
            "n3,y,1",
            "n4,n3,1",
            "n4,n1,1"));
    Files.write(folder.resolve("pairs.csv"), List.of("first,second,kind", "n4,z,must-link"));
    List<String> sets =
        List.of(
            "model.path=" + folder.resolve("trained"),
            "input.edges.format=csv",
            "input.edges.path=" + folder.resolve("edges.csv"),
            "input.constraints.format=csv",
            "output.format=csv",
            "output.overwrite=true",
            "output.path=" + folder.resolve("out"));
    Captured captured = new Captured();
    // z is no point of the edges: constraints may speak of those only.
    List<String> linked = new ArrayList<>(sets);
    linked.add("input.constraints.path=" + folder.resolve("pairs.csv"));
    assertThat(run(captured, "assign", linked)).isEqualTo(2);
    assertThat(captured.err()).contains("z");
    Files.write(folder.resolve("pairs.csv"), List.of("first,second,kind", "n4,y,must-link"));
    captured = new Captured();
    assertThat(run(captured, "assign", linked)).as(captured.err()).isZero();
    Map<String, String[]> assigned = table(folder.resolve("out"));
    assertThat(assigned).hasSize(7);
    String left = trained.get("a");
    String right = trained.get("x");
    assertThat(assigned.get("n1")[1]).isEqualTo(left);
    assertThat(assigned.get("n1")[2]).isEqualTo("1.0");
    assertThat(Double.parseDouble(assigned.get("n1")[3])).isEqualTo(1 / 1.4);
    assertThat(assigned.get("n2")).containsExactly("n2", left, "2.0", "1.0", "neighbors");
    assertThat(assigned.get("n3")[1]).isEqualTo(right);
    assertThat(assigned.get("n4")).containsExactly("n4", right, "2.0", "1.0", "constraint");
    assertThat(assigned.get("y")).containsExactly("y", right, "0.0", "1.0", "known");

    Files.write(folder.resolve("edges.csv"), List.of("source,target", "n1,a", "n8,n9"));
    captured = new Captured();
    List<String> free = new ArrayList<>(sets);
    free.remove("input.constraints.format=csv");
    assertThat(run(captured, "assign", free)).isEqualTo(2);
    assertThat(captured.err()).contains("no chain of edges").contains("n8, n9");
    captured = new Captured();
    assertThat(
            assign(
                captured,
                "ncut",
                shared.resolve("new.csv"),
                "output.overwrite=true",
                "model.path=" + folder.resolve("trained")))
        .isEqualTo(2);
    assertThat(captured.err()).contains("given graph").contains("input.edges");
  }

  @Test
  void aDryRunSaysWhatItWouldDo() {
    Captured captured = new Captured();
    List<String> arguments = new ArrayList<>(List.of("assign", "--dry-run"));
    assignSets("ncut", shared.resolve("new.csv"), List.of())
        .forEach(set -> arguments.addAll(List.of("--set", set)));
    assertThat(
            Concord.run(
                arguments.toArray(String[]::new),
                captured.console().out(),
                captured.console().err()))
        .as(captured.err())
        .isZero();
    assertThat(captured.out()).contains("1,500 points of 64 features").contains("votes");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  /**
   * A mistake.
   *
   * @param features lines of FOLDER/bad.csv; empty: the good ones
   */
  record Mistake(String name, int code, List<String> sets, List<String> features, String says) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> mistakes() {
    String head = "id," + String.join(",", java.util.Collections.nCopies(64, "x"));
    return Stream.of(
            new Mistake(
                "no model", 2, List.of("model.path=FOLDER/nothing"), List.of(), "does not exist"),
            new Mistake("no model path", 2, List.of("model.path=null"), List.of(), "model.path"),
            new Mistake(
                "no model in the folder",
                2,
                List.of("model.path=FOLDER"),
                List.of(),
                "has no manifest.json"),
            new Mistake(
                "an output that would replace the model",
                2,
                List.of("model.path=FOLDER/out", "output.overwrite=true"),
                List.of(),
                "another output.path"),
            new Mistake(
                "unknown rule", 2, List.of("assign.rule=center"), List.of(), "did you mean centre"),
            new Mistake("other columns", 2, List.of(), List.of("id,a,b", "1,2,3"), "lacks"),
            new Mistake(
                "other columns listed",
                2,
                List.of("input.features.columns=[p0, p1]"),
                List.of(),
                "leave columns out"),
            new Mistake(
                "a vector column",
                2,
                List.of("input.features.vector=v"),
                List.of(),
                "was made from the columns"),
            new Mistake("no rows", 2, List.of(), List.of("HEAD"), "no rows"),
            new Mistake(
                "a repeated id",
                2,
                List.of(),
                List.of("HEAD", "7," + numbers("1"), "7," + numbers("2")),
                "id 7 stands in 2 rows"),
            new Mistake(
                "not a number",
                2,
                List.of(),
                List.of("HEAD", "8001," + numbers("1"), "8002," + numbers("NaN")),
                "id 8002"),
            new Mistake(
                "a missing value",
                2,
                List.of(),
                List.of("HEAD", "8001," + numbers("1"), "8002," + numbers("")),
                "is null"),
            new Mistake(
                "no id",
                2,
                List.of(),
                List.of("HEAD", "8001," + numbers("1"), "," + numbers("3")),
                "a row has no id"),
            new Mistake(
                "no file",
                2,
                List.of("input.features.path=FOLDER/none.csv"),
                List.of(),
                "there is no file"))
        .map(m -> Arguments.of(m, head));
  }

  private static String numbers(String last) {
    return String.join(",", java.util.Collections.nCopies(63, "1")) + "," + last;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void mistakesEndWithOneParagraph(Mistake mistake, String unused) throws IOException {
    Path table = shared.resolve("new.csv");
    if (!mistake.features().isEmpty()) {
      table = folder.resolve("bad.csv");
      Files.write(
          table, mistake.features().stream().map(l -> l.equals("HEAD") ? rows.get(0) : l).toList());
    }
    Captured captured = new Captured();
    int code =
        assign(
            captured,
            "ncut",
            table,
            mistake.sets().stream()
                .map(set -> set.replace("FOLDER", folder.toString()))
                .toArray(String[]::new));
    assertThat(code).as(captured.err()).isEqualTo(mistake.code());
    List<String> lines =
        captured
            .err()
            .lines()
            .filter(line -> !line.matches("concord: (read|assign)(:| [.]).*"))
            .toList();
    assertThat(lines).as(captured.err()).hasSize(1);
    assertThat(lines.get(0)).contains(mistake.says());
    assertThat(folder.resolve("out").resolve("assigned")).doesNotExist();
  }

  private int assign(Captured captured, String model, Path table, String... sets) {
    return run(captured, "assign", assignSets(model, table, List.of(sets)));
  }

  private List<String> assignSets(String model, Path table, List<String> more) {
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

  private static int run(Captured captured, String command, List<String> sets) {
    List<String> arguments = new ArrayList<>(List.of(command));
    sets.forEach(set -> arguments.addAll(List.of("--set", set)));
    return Concord.run(
        arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  private static String idIn(Map<String, String> clusters, String cluster) {
    return clusters.entrySet().stream()
        .filter(e -> e.getValue().equals(cluster))
        .map(Map.Entry::getKey)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out").resolve(name).toFile());
  }

  private static Map<String, String> clusters(Path output) throws IOException {
    Map<String, String> clusters = new HashMap<>();
    lines(output.resolve("clusters"), "id,cluster")
        .forEach(row -> clusters.put(row.split(",", -1)[0], row.split(",", -1)[1]));
    return clusters;
  }

  private static Map<String, String[]> table(Path output) throws IOException {
    Map<String, String[]> rows = new HashMap<>();
    lines(output.resolve("assigned"), "id,cluster,distance,confidence,source")
        .forEach(row -> rows.put(row.split(",", -1)[0], row.split(",", -1)));
    return rows;
  }

  private static List<String> lines(Path table, String head) throws IOException {
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
