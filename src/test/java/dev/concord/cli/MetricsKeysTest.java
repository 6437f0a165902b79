package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.graph.RecallEstimate;
import dev.concord.graph.search.ProbeEffort;
import dev.concord.method.MethodInfo;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.report.Json;
import dev.concord.spark.base.ApproximateNeighborSearch;
import dev.concord.spark.base.ListSearch.SearchFacts;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The keys of metrics.json and run.json, their order and the types of their values, for jobs that
 * together write every section. One text a job in {@code golden/metrics-keys}; {@code mvn test
 * -Dtest=MetricsKeysTest -Dconcord.update=true} writes them anew.
 */
@Tag("spark")
class MetricsKeysTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "metrics-keys");

  /** The jobs whose run.json is read too; those of the others differ in their inputs alone. */
  private static final Set<String> RUNS =
      Set.of("propagated-and-refined", "method-csp-csp-six", "auto", "suggest");

  private static final List<String> LABELS =
      List.of(
          "input.labels.format=csv",
          "input.labels.path=$/labels.csv",
          "input.labels.id=id",
          "input.labels.label=label");

  private static final List<String> TWO_LABELS =
      List.of(
          "input.labels.format=csv",
          "input.labels.path=$/two.csv",
          "input.labels.id=id",
          "input.labels.label=label");

  private static final List<String> SOFT =
      List.of("clusters.constraints=soft", "clusters.sizes.max=0.36");

  @TempDir static Path folder;

  /** A job: its command, its configuration and settings; $ stands for the test's folder. */
  record Job(String name, String command, String config, List<String> sets) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Job job(String name, String config, Object... sets) {
    List<String> all = new ArrayList<>();
    for (Object set : sets) {
      if (set instanceof List<?> several) {
        several.forEach(one -> all.add((String) one));
      } else {
        all.add((String) set);
      }
    }
    return new Job(name, "cluster", config, all);
  }

  /** A job of one method alone. */
  private static Job method(String name, String config, Object... sets) {
    List<Object> all = new ArrayList<>(List.of(sets));
    all.addAll(0, List.of("clusters.method=" + name, "clusters.refine=none"));
    String variant = config.equals("iris") ? name : name + "-" + config;
    return job("method-" + variant, config, all.toArray());
  }

  static List<Job> jobs() {
    List<Job> all = new ArrayList<>(methodJobs());
    all.addAll(settingJobs());
    return all;
  }

  private static List<Job> methodJobs() {
    return List.of(
        method("ncut", "iris"),
        method("ccskl", "iris"),
        method("ccsr", "iris"),
        method("csp", "iris"),
        method("csp", "csp-six"),
        method("cosc", "iris"),
        method("cosc", "csp-six"),
        job(
            "method-cosc-one",
            "csp-six",
            "clusters.method=cosc",
            "clusters.count=1",
            "clusters.constraints=soft"),
        method("gfhf", "iris", LABELS),
        method("llgc", "iris", LABELS),
        method("csc-gfhf", "iris", LABELS),
        job(
            "method-csc-gfhf-two",
            "iris",
            "clusters.method=csc-gfhf",
            "clusters.count=2",
            "clusters.refine=none",
            TWO_LABELS),
        method("spectral-learning", "iris"),
        method("kkm", "iris"),
        method("random-walk-csc", "iris"),
        method("sskk", "iris"),
        method("sclc", "csp-six", "input.constraints.path=$/six.csv"),
        method("complete-linkage", "iris", "method.complete-linkage.unreachable=merge"),
        method("fast-ge", "iris"),
        method("product-cut", "iris"),
        method("pck-means", "iris"),
        method("cop-k-means", "iris"),
        method("ensemble", "iris"),
        job(
            "method-csp-transfer",
            "csp-six",
            "clusters.refine=none",
            "method.csp.beta=all-met",
            "input.constraints.path=$/six.csv",
            "input.side-edges.format=csv",
            "input.side-edges.path=data-samples/csp-six/edges.csv"));
  }

  private static List<Job> settingJobs() {
    return List.of(
        job("auto", "iris", "clusters.method=auto", LABELS),
        job("refined-nothing-to-move", "csp-six", "clusters.method=ncut", "clusters.count=3"),
        job("propagated-and-refined", "iris", "clusters.method=ccskl", "clusters.propagate=true"),
        job("scored-pairs", "companies", "clusters.method=correlation"),
        job("number", "iris", "clusters.method=ncut", "clusters.count=2-4"),
        job("nested", "wine", "clusters.method=ncut", "clusters.count=[3,6]"),
        job("soft", "iris", "clusters.method=ccskl", SOFT, "input.constraints.path=$/soft.csv"),
        job(
            "drift-and-quarantine",
            "iris",
            "clusters.method=ccskl",
            "input.quarantine=$/bad",
            "input.features.path=$/bad.csv",
            "clusters.previous.format=csv",
            "clusters.previous.path=$/previous.csv",
            "clusters.previous.id=id",
            "clusters.previous.cluster=cluster"),
        job(
            "dropped-rows",
            "iris",
            "clusters.method=ccskl",
            "input.features.missing=drop",
            "input.features.path=$/bad.csv"),
        job("distributed", "iris", "clusters.method=ccskl", "plan.operator=distributed"),
        job(
            "edges-on-executors",
            "iris",
            "plan.operator=distributed-edges",
            "clusters.method=ccskl",
            "clusters.refine=none",
            "graph.overlap=jaccard",
            "graph.scale-features=standard"),
        job("coarsened", "digits", "plan.coarse-nodes=400"),
        new Job("suggest", "suggest", "iris", List.of("clusters.method=ccskl", "suggest.pairs=5")),
        new Job("graph", "graph", "iris", List.of("graph.scale-features=standard")),
        new Job("graph-joined", "graph", "iris", List.of("graph.neighbors=2")));
  }

  @BeforeAll
  static void tables() throws IOException {
    assertThat(SparkTest.session()).isNotNull();
    List<String> truth = Files.readAllLines(Path.of("data-samples", "iris", "truth.csv"));
    List<String> some = new ArrayList<>(List.of("id,label"));
    List<String> two = new ArrayList<>(List.of("id,label"));
    List<String> earlier = new ArrayList<>(List.of("id,cluster"));
    for (int i = 1; i < truth.size(); i++) {
      String[] row = truth.get(i).split(",", -1);
      if (i % 5 == 0) {
        some.add(truth.get(i));
        two.add(row[0] + "," + row[1].equals("setosa"));
      }
      // Five clusters earlier, so that numbers beyond the count are left.
      earlier.add(row[0] + "," + i % 5);
    }
    Files.write(folder.resolve("labels.csv"), some);
    Files.write(folder.resolve("two.csv"), two);
    Files.write(folder.resolve("previous.csv"), earlier);
    Path iris = Path.of("data-samples", "iris");
    List<String> pairs = Files.readAllLines(iris.resolve("constraints.csv"));
    Files.write(
        folder.resolve("soft.csv"),
        pairs.stream().map(row -> row.replaceAll(",1$", ",0.8")).toList());
    Files.writeString(
        folder.resolve("six.csv"),
        "first,second,kind,weight\n1,2,must-link,1\n1,5,cannot-link,1\n");
    List<String> features = new ArrayList<>(Files.readAllLines(iris.resolve("features.csv")));
    features.add("iris-999,1,2,,4");

    Files.write(folder.resolve("bad.csv"), features);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void theKeysStayAsTheyAre(Job job) throws IOException {
    Path conf = Path.of("conf", job.config() + ".conf").toAbsolutePath();
    Path out = folder.resolve("of-" + job.name());
    run(job.command(), conf, out, job.sets());
    assertKeys(job.name(), out, files(job));
  }

  private static String[] files(Job job) {
    return RUNS.contains(job.name())
        ? new String[] {"metrics.json", "run.json"}
        : new String[] {"metrics.json"};
  }

  @Test
  void everyMethodIsAmongTheJobs() {
    Set<String> left = new TreeSet<>(Catalogue.all().stream().map(MethodInfo::name).toList());
    for (Job job : jobs()) {
      left.removeIf(name -> job.sets().contains("clusters.method=" + name));
    }
    assertThat(left).isEmpty();
  }

  @Test
  void theKeysOfNewPointsStayAsTheyAre() throws IOException {
    Path conf = Path.of("conf", "iris.conf").toAbsolutePath();
    run(
        "cluster",
        conf,
        folder.resolve("model-run"),
        List.of("clusters.method=ccskl", "output.model=true"));
    Path assign = folder.resolve("assign.conf");
    Files.writeString(
        assign,
        """
        model.path = "$/model-run"
        input.features { format = csv, path = "$/new.csv", id = id }
        input.constraints { format = csv, path = "$/new-pairs.csv" }
        output { format = csv }
        """
            .replace("$", folder.toString()));
    List<String> features = Files.readAllLines(Path.of("data-samples", "iris", "features.csv"));
    List<String> rows = new ArrayList<>(features.subList(0, 20));
    rows.replaceAll(row -> row.replace("iris-", "new-"));
    Files.write(folder.resolve("new.csv"), rows);
    Files.writeString(
        folder.resolve("new-pairs.csv"),
        "first,second,kind,weight\nnew-001,iris-001,must-link,1\nnew-002,new-003,must-link,0.5\n");
    run("assign", assign, folder.resolve("assigned"), List.of());
    assertKeys("assign", folder.resolve("assigned"), "metrics.json", "run.json");
    assertGolden("model", keys(folder.resolve("model-run/model/model.json")));
  }

  @Test
  void theKeysOfAnEvaluationStayAsTheyAre() throws IOException {
    Path conf = Path.of("conf", "iris.conf").toAbsolutePath();
    String printed =
        run(
            "evaluate",
            conf,
            folder.resolve("unused"),
            List.of(),
            "--json",
            "--cut",
            "--assignment",
            "data-samples/iris/truth.csv",
            "--assignment-cluster",
            "label");
    assertGolden("evaluate", KeyPaths.lines("", new ObjectMapper().readTree(printed)));
  }

  @Test
  void theKeysOfAnExperimentStayAsTheyAre() throws IOException {
    Path study = folder.resolve("study.conf");
    Files.writeString(
        study,
        """
        experiment {
          title = "A study"
          datasets.moons {
            generate { shape = moons, points = 40, spread = 0.1 }
            count = 2
            graph { neighbors = 10, kernel = gaussian }
          }
          methods { ncut { method = ncut } }
          amounts = [5]
          trials = 2
          baseline = ncut
          plots = [ari]
        }
        output { format = csv }
        """);
    run("experiment", study, folder.resolve("studied"), List.of());
    assertKeys("experiment", folder.resolve("studied"), "run.json");
  }

  /** Small data is searched exactly, so this section has no job. */
  @Test
  void theKeysOfAnApproximateSearchStayAsTheyAre() throws IOException {
    RecallEstimate recall = new RecallEstimate(0.98, 0.97, 0.99, 512);
    ProbeEffort effort = new ProbeEffort(8, 40);
    ApproximateNeighborSearch.Result found =
        new ApproximateNeighborSearch.Result(null, recall, effort, 100, 32, 1, 2, 3);
    assertGolden(
        "approximate",
        KeyPaths.lines("", new ObjectMapper().readTree(Json.write(SearchFacts.of(found)))));
  }

  private static String run(
      String command, Path conf, Path out, List<String> sets, String... flags) {
    List<String> all = new ArrayList<>(List.of(command, "--config", conf.toString()));
    List<String> settings = new ArrayList<>(List.of("output.path=" + out));
    if (List.of("cluster", "suggest", "graph").contains(command)) {
      settings.addAll(List.of("clusters.restarts=2", "output.overwrite=true"));
    }
    if (command.equals("cluster")) {
      settings.addAll(
          List.of("output.model=false", "output.embedding=false", "output.graph=false"));
    }
    settings.addAll(sets);
    settings.forEach(set -> all.addAll(List.of("--set", set.replace("$", folder.toString()))));
    all.addAll(List.of(flags));
    Captured captured = new Captured();
    int code =
        Concord.run(all.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    return captured.out();
  }

  private static void assertKeys(String name, Path out, String... files) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String file : files) {
      text.append(file).append('\n').append(keys(out.resolve(file)));
    }
    assertGolden(name, text.toString());
  }

  private static void assertGolden(String name, String actual) throws IOException {
    Path file = GOLDEN.resolve(name + ".txt");
    if (Boolean.getBoolean("concord.update")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(file));
  }

  private static String keys(Path json) throws IOException {
    return KeyPaths.lines("", new ObjectMapper().readTree(json.toFile()));
  }

  /** The texts that are there belong to a job each. */
  @Test
  void noTextIsLeftOver() throws IOException {
    Set<String> names =
        new TreeSet<>(List.of("assign", "approximate", "model", "evaluate", "experiment"));
    jobs().forEach(job -> names.add(job.name()));
    try (Stream<Path> files = Files.list(GOLDEN)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".txt", "")))
          .containsExactlyInAnyOrderElementsOf(names);
    }
  }
}
