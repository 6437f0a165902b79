package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.FaultyFileSystem;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command validate, and the quarantine that it shares with cluster. */
@Tag("spark")
class ValidateCommandTest {
  private static final String POINTS =
      """
      id,x,y,z
      1,0.5,2,1
      2,red,1,1
      3,1,1,1
      3,2,2,1
      4,5,5,1
      5,5,5,1
      6,5.5,NaN,1
      ,7,7,1
      8,6,6,1
      9,1.1,1.2,1
      10,1.2,,1
      11,1.2,1.1,1
      """;
  private static final String PAIRS =
      """
      first,second,kind
      1,9,must-link
      4,99,must-link
      4,4,cannot-link
      4,11,perhaps
      1,4,cannot-link
      6,1,must-link
      """;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  private Captured run(int code, String command, String... sets) throws IOException {
    Files.writeString(folder.resolve("points.csv"), POINTS);
    Files.writeString(folder.resolve("pairs.csv"), PAIRS);
    Files.writeString(folder.resolve("labels.csv"), "id,label\n1,0\n6,1\n4,1\n");
    Files.writeString(
        folder.resolve("job.conf"),
        """
        input.features { format = csv, path = "FOLDER/points.csv", id = id, columns = [x, y, z] }
        input.constraints { format = csv, path = "FOLDER/pairs.csv" }
        graph.neighbors = 3
        clusters { count = 2, method = ccskl, eigenvectors = 3 }
        output { path = "FOLDER/out", format = csv, overwrite = true }
        """
            .replace("FOLDER", folder.toString()));
    List<String> arguments =
        new ArrayList<>(List.of(command, "--config", folder.resolve("job.conf").toString()));
    for (String set : sets) {
      arguments.addAll(List.of("--set", set.replace("FOLDER", folder.toString())));
    }
    Captured captured = new Captured();
    int ended =
        Concord.run(
            arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(ended).as(captured.out() + captured.err()).isEqualTo(code);
    return captured;
  }

  @Test
  void everyFaultIsListedAndNothingIsWritten() throws IOException {
    Files.createDirectories(folder.resolve("taken"));
    Files.writeString(folder.resolve("taken/file"), "mine");
    String out = run(2, "validate", "input.features.columns=[z]", "output.path=FOLDER/taken").out();

    assertThat(out)
        .contains("The points cannot be used")
        .contains("1 row has no id")
        .contains("rows cannot be used for several reasons: ")
        .contains("the id is missing", "the id 3 stands in several rows")
        .contains("no point of the input: 99")
        .contains("taken exists and is no output of Concord");
  }

  @Test
  void whileThePointsAreAtFaultTheOtherTablesAreCheckedAgainstAllTheirIds() throws IOException {
    Files.writeString(folder.resolve("half.csv"), "id,x\n1,NaN\n2,2\n3,3\n4,4\n5,5\n");
    Files.writeString(
        folder.resolve("bad-pairs.csv"), "first,second,kind\n1,2,perhaps\n3,3,ML\n4,77,CL\n");
    Files.writeString(folder.resolve("bad-truth.csv"), "id,label\n1,0\n1,1\n2,0\n");
    String out =
        run(
                2,
                "validate",
                "input.features.path=FOLDER/half.csv",
                "input.features.columns=[x]",
                "input.constraints.path=FOLDER/bad-pairs.csv",
                "input.truth={format=csv, path=\"FOLDER/bad-truth.csv\"}")
            .out();

    assertThat(out)
        .contains("1 feature value is not a finite number: id 1, column x is NaN")
        .contains("input.constraints (" + folder + "/bad-pairs.csv): 3 rows cannot be used for")
        .contains("perhaps", "no point of the input: 77 (row 4, 77, CL", "itself (row 3, 3, ML")
        .contains("id 1 has the labels 0 and 1");
  }

  @Test
  void faultsOfEachTableAreFoundTogether() throws IOException {
    Files.writeString(folder.resolve("good.csv"), "id,x\n1,1\n2,2\n3,3\n4,4\n5,5\n");
    String out =
        run(
                2,
                "validate",
                "input.features.path=FOLDER/good.csv",
                "input.features.columns=[x]",
                "input.labels={format=csv, path=\"FOLDER/labels.csv\"}",
                "clusters.count=9")
            .out();

    assertThat(out)
        .contains("4 faults")
        .contains("5 rows cannot be used for several reasons: 1 row: a point and itself")
        .contains("input.constraints")
        .contains("input.labels")
        .contains("clusters.count is 9");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void goodInputsAreDescribedWithThePlan() throws IOException {
    Files.writeString(folder.resolve("pairs2.csv"), "first,second,kind\n1,9,ML\n1,9,ML\n1,4,CL\n");
    String out =
        run(
                0,
                "validate",
                "input.quarantine=FOLDER/aside",
                "input.constraints.path=FOLDER/pairs2.csv")
            .out();

    assertThat(out)
        .contains("6 points of 3 features, ids 1 to 11")
        .contains("constant features: 1, for example z")
        .contains("points alike in every feature: 2 (groups: 1), for example 4 and 5")
        .contains(
            "must-links: 1, cannot-links: 1; soft (weight below 1): 0, repeated: 1, unsure: 0")
        .contains("points joined: 2 (groups: 1); implied must-links: 0, cannot-links: 1")
        .contains("driver total")
        .contains("disk ")
        .contains("Nothing is wrong");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  /** What a run refuses of parts and sizes, validate refuses, without the graph. */
  @Test
  void partsAndSizesAreCheckedAgainstTheEarlierClustersAndThePoints() throws IOException {
    Files.writeString(folder.resolve("good.csv"), "id,x\n1,1\n4,4\n6,5\n9,2\n11,6\n8,7\n");
    Files.writeString(folder.resolve("few.csv"), "first,second,kind\n1,9,must-link\n");
    Files.writeString(
        folder.resolve("earlier.csv"), "id,cluster\n1,0\n9,0\n4,1\n6,1\n11,1\n8,1\n77,0\n");
    String[] common = {
      "input.features.path=FOLDER/good.csv",
      "input.features.columns=[x]",
      "input.constraints.path=FOLDER/few.csv",
      "clusters.method=ncut",
      "clusters.previous={format=csv, path=\"FOLDER/earlier.csv\"}"
    };

    assertThat(run(2, "validate", with(common, "clusters.split=[3]")).out())
        .contains("6 of the points have a cluster; rows of other points: 1")
        .contains("clusters.split lists cluster 3")
        .contains("its clusters are 0, 1");
    assertThat(run(2, "validate", with(common, "clusters.split=[0]", "clusters.count=3")).out())
        .contains("clusters.split: cluster 0 has 2 points, too few for clusters.count = 3 parts");
    assertThat(
            run(2, "validate", with(common, "clusters.sizes.min=[1,1,2]", "clusters.count=3"))
                .out())
        .contains("clusters.sizes.min has an entry for cluster 2");
    assertThat(run(3, "validate", with(common, "clusters.sizes.max=1", "clusters.count=2-4")).out())
        .contains("clusters.count = 2-4 has no number that clusters.sizes allows");
    run(0, "validate", with(common, "clusters.split=[1]"));
  }

  private static String[] with(String[] common, String... more) {
    return java.util.stream.Stream.concat(Arrays.stream(common), Arrays.stream(more))
        .toArray(String[]::new);
  }

  @Test
  void aContradictionHasItsExitCode() throws IOException {
    Files.writeString(folder.resolve("pairs3.csv"), "first,second,kind\n1,9,ML\n9,4,ML\n1,4,CL\n");
    String out =
        run(
                3,
                "validate",
                "input.quarantine=FOLDER/aside",
                "input.constraints.path=FOLDER/pairs3.csv")
            .out();

    assertThat(out).contains("1=9").contains("cannot-links inside such a component: 1");
  }

  @Test
  void rowsThatCannotBeUsedArePutAsideWithReasonsAndTheRunGoesOn() throws IOException {
    Captured captured = run(0, "cluster", "input.quarantine=FOLDER/aside");

    List<Row> rows =
        SparkTest.session()
            .read()
            .json(folder.resolve("aside/rows").toString())
            .select("input", "reason", "row")
            .collectAsList();
    assertThat(rows)
        .extracting(row -> row.getString(0) + ": " + row.getString(1))
        .containsExactlyInAnyOrder(
            "input.features: x is no number: 'red'",
            "input.features: the id 3 stands in several rows",
            "input.features: the id 3 stands in several rows",
            "input.features: y is NaN",
            "input.features: the id is missing",
            "input.features: y is missing",
            "input.constraints: no point of the input: 99",
            "input.constraints: a point and itself",
            "input.constraints: no kind of constraint: 'perhaps' for the pair (4, 11)",
            "input.constraints: no point of the input: 6");
    assertThat(Files.readString(folder.resolve("aside/_QUARANTINE.json")))
        .isEqualTo("{\"input.features\": 6, \"input.constraints\": 4}\n");
    assertThat(captured.err())
        .contains("6 rows of input.features cannot be used")
        .contains("4 rows of input.constraints cannot be used");
    String metrics = Files.readString(folder.resolve("out/metrics.json"));
    assertThat(metrics).contains("\"quarantined\"").contains("\"n\" : 6");
  }

  @Test
  void aRerunReplacesItsQuarantineAndNothingElse() throws IOException {
    run(0, "validate", "input.quarantine=FOLDER/aside");
    run(0, "validate", "input.quarantine=FOLDER/aside");
    assertThat(SparkTest.session().read().json(folder.resolve("aside/rows").toString()).count())
        .isEqualTo(10);

    Files.createDirectories(folder.resolve("mine"));
    Files.writeString(folder.resolve("mine/file"), "mine");
    assertThat(run(2, "validate", "input.quarantine=FOLDER/mine").out())
        .contains("input.quarantine")
        .contains("holds something else");
    assertThat(folder.resolve("mine/file")).hasContent("mine");
    try (var left = Files.list(folder)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.contains("concord-quarantine"));
    }
  }

  @Test
  void vectorsOfOtherLengthsAndUnknownLabelsArePutAside() throws IOException {
    Path table = folder.resolve("vectors");
    SparkTest.session()
        .sql(
            "select id, case when id = 3 then array(1.0d) when id = 4 then null"
                + " when id = 5 then array(1.0d, double('inf')) else array(double(id), 2.0d) end v"
                + " from range(10)")
        .write()
        .parquet(table.toString());
    run(
        0,
        "validate",
        "input.quarantine=FOLDER/aside",
        "input.features={format=parquet, path=\"FOLDER/vectors\", id=id, vector=v, columns=null}",
        "input.constraints=null",
        "input.truth={format=csv, path=\"FOLDER/labels.csv\"}",
        "clusters.method=ncut");

    List<String> reasons =
        SparkTest.session()
            .read()
            .json(folder.resolve("aside/rows").toString())
            .select("reason")
            .collectAsList()
            .stream()
            .map(row -> row.getString(0))
            .toList();
    assertThat(reasons)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.asList(
                "v has 1 features where most rows have 2",
                "v is missing",
                "v[1] is Infinity",
                "no point of the input: 4"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FOLDER/out", "FOLDER/out/aside", "FOLDER"})
  void aQuarantineThatWouldMeetTheOutputIsRefusedBeforeAnyWork(String path) throws IOException {
    String text = run(2, "validate", "input.quarantine=" + path).out();
    assertThat(text).contains("input.quarantine").contains("lie in one another");
    Captured captured = run(2, "cluster", "input.quarantine=" + path);
    assertThat(captured.err()).contains("lie in one another");
    assertThat(folder.resolve("out/rows")).doesNotExist();
    assertThat(folder.resolve("out/aside")).doesNotExist();
    // Nothing was left that would keep the next run from its output.
    run(0, "cluster", "input.quarantine=FOLDER/aside");
  }

  @Test
  void aFullDiskOfTheQuarantineIsNotBlamedOnTheTable() throws IOException {
    FaultyFileSystem.setFree(10);
    try {
      assertThat(run(2, "validate", "input.quarantine=faulty://FOLDER/aside").out())
          .contains("input.quarantine: nothing can be written in faulty:" + folder)
          .contains("No space left on device");
      FaultyFileSystem.setFree(4400); // enough to try, not enough for the rows
      String text = run(2, "validate", "input.quarantine=faulty://FOLDER/aside").out();
      assertThat(text)
          .contains("input.quarantine: the rows put aside could not be written")
          .contains("No space left on device")
          .doesNotContain("the file is whole");
    } finally {
      FaultyFileSystem.setFree(Long.MAX_VALUE);
    }
  }

  @Test
  void aDamagedTableIsNotBlamedOnTheQuarantine() throws IOException {
    Path table = folder.resolve("points.parquet");
    SparkTest.session()
        .range(0, 4000, 1, 1)
        .selectExpr("id", "double(id * 7 % 13) x")
        .write()
        .option("compression", "gzip")
        .parquet(table.toString());
    Path part;
    try (var files = Files.list(table)) {
      part = files.filter(f -> f.toString().endsWith(".gz.parquet")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(part);
    java.util.Arrays.fill(bytes, 40, bytes.length / 2, (byte) 0x55);
    Files.write(part, bytes);
    Files.deleteIfExists(part.resolveSibling("." + part.getFileName() + ".crc"));
    String text =
        run(
                2,
                "validate",
                "input.quarantine=FOLDER/aside",
                "input.features={format=parquet, path=\"FOLDER/points.parquet\", id=id,"
                    + " columns=null}",
                "input.constraints=null",
                "clusters.method=ncut")
            .out();
    assertThat(text).contains("input.features").doesNotContain("could not be written");
  }

  @Test
  void onlyOldDraftsOfTheSameQuarantineAreTidiedAway() throws IOException {
    Path old = folder.resolve(".aside.concord-quarantine-0123456789abcdef");
    Path young = folder.resolve(".aside.concord-quarantine-fedcba9876543210");
    Files.createDirectories(old);
    Files.createDirectories(young);
    Files.setLastModifiedTime(
        old, java.nio.file.attribute.FileTime.from(java.time.Instant.now().minusSeconds(90_000)));
    run(0, "validate", "input.quarantine=FOLDER/aside");
    assertThat(old).doesNotExist();
    assertThat(young).exists();
  }

  @Test
  void anExperimentIsCheckedAsOne() throws IOException {
    Files.writeString(folder.resolve("classes.csv"), "id,x,class\n1,1,a\n2,2,a\n3,8,b\n4,9,b\n");
    Files.writeString(
        folder.resolve("study.conf"),
        """
        experiment {
          datasets.mine {
            input.features { format = csv, path = "FOLDER/classes.csv", id = id, columns = [x] }
            label = class
            graph.neighbors = 1
            count = 2
          }
          methods.plain { method = ncut }
          amounts = [1]
          trials = 3
        }
        output.path = "FOLDER/out"
        """
            .replace("FOLDER", folder.toString()));
    Captured good = new Captured();
    String[] arguments = {"validate", "--config", folder.resolve("study.conf").toString()};
    int code = Concord.run(arguments, good.console().out(), good.console().err());

    assertThat(code).as(good.out() + good.err()).isZero();
    assertThat(good.out()).contains("mine", "4 points", "3 trials", "Nothing is wrong");
    assertThat(folder.resolve("out")).doesNotExist();

    Captured bad = new Captured();
    Files.writeString(folder.resolve("classes.csv"), "id,x,class\n1,1,a\n1,2,a\n");
    assertThat(Concord.run(arguments, bad.console().out(), bad.console().err())).isEqualTo(2);
    assertThat(bad.out()).contains("1 fault:", "id 1 stands in 2 rows");
  }
}
