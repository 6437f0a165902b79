package dev.concord.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.cli.Captured;
import dev.concord.cli.Concord;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class EvaluateCommandTest {
  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  @TempDir Path folder;
  private Captured captured = new Captured();

  /** Six points: clusters {a, b, c} and {d, e, f}; the truth has c in the other class. */
  @BeforeEach
  void writeTables() throws IOException {
    write("assignment.csv", "id,cluster", "a,0", "b,0", "c,0", "d,1", "e,1", "f,1");
    write("truth.csv", "id,label", "a,x", "b,x", "c,y", "d,y", "e,y", "f,y");
    write("pairs.csv", "first,second,kind", "a,b,must-link", "c,d,must-link", "a,f,cannot-link");
    write(
        "edges.csv",
        "source,target,weight",
        "a,b,1",
        "a,c,1",
        "b,c,1",
        "c,d,0.5",
        "d,e,1",
        "d,f,1",
        "e,f,1");
  }

  private void write(String name, String... lines) throws IOException {
    Files.write(folder.resolve(name), Arrays.asList(lines));
  }

  private String table(String key, String name) {
    return "input." + key + " { format = csv, path = \"" + folder.resolve(name) + "\" }\n";
  }

  private int evaluate(String inputs, String... more) throws IOException {
    Path config = folder.resolve("job.conf");
    Files.writeString(
        config, inputs + "clusters.count = 2\noutput.path = \"" + folder.resolve("out") + "\"\n");
    List<String> args = new ArrayList<>(List.of("evaluate", "--config", config.toString()));
    args.addAll(List.of("--assignment", folder.resolve("assignment.csv").toString()));
    args.addAll(List.of("--master", "local[2]"));
    args.addAll(List.of(more));
    return Concord.run(
        args.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  /** Three bins by hand: (0.95, right), (0.75, right), (0.6, wrong) and the same again, right. */
  @Test
  void confidencesAreJudgedByTheTruthWhereThereIsSuchAColumn() throws IOException {
    write(
        "assignment.csv",
        "id,cluster,confidence",
        "a,0,0.95",
        "b,0,0.75",
        "c,0,0.65",
        "d,1,0.95",
        "e,1,0.75",
        "f,1,0.65");
    assertThat(evaluate(table("truth", "truth.csv"))).isZero();
    // Expected error 1.3 / 6; bins: |1.9 - 2|, |1.5 - 2| and |1.3 - 1| of six points.
    assertThat(captured.out())
        .contains("Confidence   expected error 21.67 %, error 16.67 %, calibration error 0.1500")
        .contains("hold 100 % of the errors");

    captured = new Captured();
    assertThat(evaluate(table("truth", "truth.csv"), "--json")).isZero();
    assertThat(captured.out()).contains("\"calibrationError\" : 0.15");

    captured = new Captured();
    assertThat(evaluate(table("truth", "truth.csv"), "--assignment-confidence=sure")).isEqualTo(2);
    assertThat(captured.err()).contains("there is no column sure");
  }

  @Test
  void aConfidenceThatIsNoneIsRefused() throws IOException {
    write(
        "assignment.csv",
        "id,cluster,confidence",
        "a,0,1",
        "b,0,1.5",
        "c,0,",
        "d,1,1",
        "e,1,1",
        "f,1,0");
    assertThat(evaluate(table("truth", "truth.csv"))).isEqualTo(2);
    assertThat(captured.err())
        .contains("2 values of column confidence are no confidences: ")
        .contains("id b has 1.5")
        .contains("a confidence is a number from 0 to 1");
  }

  /**
   * One class of four, one of two against two clusters of three. By hand: ARI 0.3243243 (pairs: 4
   * together in both, 7 in truth, 6 in clusters, of 15), one of six points outside the matching;
   * the cut is 0.5 of volumes 6.5 and 6.5.
   */
  @Test
  void everyFigureOfASmallCaseWorkedByHand() throws IOException {
    int code =
        evaluate(
            table("edges", "edges.csv")
                + table("truth", "truth.csv")
                + table("constraints", "pairs.csv"));
    assertThat(captured.err()).isEmpty();
    assertThat(code).isZero();
    assertThat(captured.out())
        .contains("Points       6 in 2 clusters")
        .contains("Cut          normalized cut 0.153846")
        .contains("Violations   1 of 2 must-links, 0 of 1 cannot-links")
        .contains("ARI 0.3243", "error 16.67 % matched, 16.67 % by majority (6 points)")
        .contains("elsewhere  ARI 1.0000", "(1 points): points in no constraint");
  }

  @Test
  void theJsonHasTheKeysOfTheMetrics() throws IOException {
    int code =
        evaluate(
            table("edges", "edges.csv")
                + table("truth", "truth.csv")
                + table("constraints", "pairs.csv"),
            "--json");
    assertThat(code).isZero();
    assertThat(captured.out().replaceAll("\\s+", ""))
        .startsWith("{\"n\":6,\"k\":2,\"clusterSizes\":[3,3],\"ncut\":0.1538461538461538")
        .contains("\"mustLink\":{\"total\":2,\"violated\":1}")
        .contains("\"truth\":{\"points\":6,\"ari\":0.324324");
  }

  @Test
  void pointsComeFromTheAssignmentWhenThereIsNoGraph() throws IOException {
    String features = table("features", "assignment.csv");
    assertThat(evaluate(features + table("truth", "truth.csv"))).isZero();
    assertThat(captured.out()).contains("ARI 0.3243").doesNotContain("Cut", "Violations");
  }

  @Test
  void aDryRunOnlyTellsWhatItWouldReadBy() throws IOException {
    Files.delete(folder.resolve("assignment.csv"));
    String inputs = table("edges", "edges.csv") + table("truth", "truth.csv");
    assertThat(evaluate(inputs, "--dry-run")).isZero();
    assertThat(captured.out()).contains("by input.truth, input.edges").hasLineCount(1);
  }

  @Test
  void aPointInTwoClustersIsRefused() throws IOException {
    write("assignment.csv", "id,cluster", "a,0", "b,0", "a,1");
    assertThat(evaluate(table("features", "assignment.csv") + table("truth", "truth.csv")))
        .isEqualTo(2);
    assertThat(captured.err())
        .startsWith("concord: --assignment (" + folder.resolve("assignment.csv"))
        .contains("the id a stands in two rows")
        .hasLineCount(1);
  }

  @Test
  void aPointWithoutAClusterIsRefused() throws IOException {
    write("assignment.csv", "id,cluster", "a,0", "b,0", "c,0", "d,1", "e,1");
    assertThat(evaluate(table("edges", "edges.csv"))).isEqualTo(2);
    assertThat(captured.err()).contains("the point f has no cluster").hasLineCount(1);
  }

  @Test
  void aMissingAssignmentIsOneParagraph() throws IOException {
    Files.delete(folder.resolve("assignment.csv"));
    assertThat(evaluate(table("edges", "edges.csv"))).isEqualTo(2);
    assertThat(captured.err()).contains("assignment.csv").hasLineCount(1);
  }

  @Test
  void withNothingToJudgeByTheUserIsTold() throws IOException {
    assertThat(evaluate(table("features", "assignment.csv"))).isEqualTo(2);
    assertThat(captured.err()).contains("there is nothing to judge by").hasLineCount(1);
  }

  @Test
  void aMissingConfigurationIsToldBeforeSparkStarts() {
    String[] args = {"evaluate", "--config", "/no/such.conf", "--assignment", "x"};
    assertThat(Concord.run(args, captured.console().out(), captured.console().err())).isEqualTo(2);
    assertThat(captured.err()).startsWith("concord: --config: there is no file /no/such.conf");
  }

  @Test
  void aConfigurationAtFaultIsOneParagraph() throws IOException {
    assertThat(evaluate("graph.neighbours = 7\n" + table("edges", "edges.csv"))).isEqualTo(2);
    assertThat(captured.err()).contains("neighbours", "neighbors").hasLineCount(1);
  }

  @Test
  void evaluateWithoutAnAssignmentIsAUsageError() {
    String[] args = {"evaluate"};
    assertThat(Concord.run(args, captured.console().out(), captured.console().err())).isEqualTo(2);
    assertThat(captured.err()).contains("--assignment").hasLineCount(1);
  }

  private int judge(String inputs, String assignment, String... more) throws IOException {
    Path config = folder.resolve("bare.conf");
    Files.writeString(config, inputs);
    List<String> args = new ArrayList<>(List.of("evaluate", "--config", config.toString()));
    args.addAll(List.of("--assignment", folder.resolve(assignment).toString()));
    args.addAll(List.of(more));
    return Concord.run(
        args.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  @Test
  void neitherPointsNorACountNorAnOutputAreAskedFor() throws IOException {
    assertThat(judge(table("truth", "truth.csv"), "assignment.csv")).as(captured.err()).isZero();
    assertThat(captured.out()).contains("ARI 0.3243").doesNotContain("Cut");
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "json", "csv"})
  void theFormatOfAnAssignmentIsThatOfItsFiles(String format) throws IOException {
    Path output = Files.createDirectories(folder.resolve("run"));
    Files.writeString(output.resolve("_RESULT.json"), "{}");
    SparkTest.session()
        .read()
        .option("header", "true")
        .csv(folder.resolve("assignment.csv").toString())
        .write()
        .option("header", "true")
        .format(format)
        .save(output.resolve("clusters").toString());

    assertThat(judge(table("truth", "truth.csv"), "run/clusters")).as(captured.err()).isZero();
    assertThat(judge(table("truth", "truth.csv"), "run")).as(captured.err()).isZero();
    assertThat(captured.out().split("ARI 0.3243", -1)).hasSize(3);
  }

  @Test
  void filesOfSeveralFormatsAreRefused() throws IOException {
    Files.createDirectories(folder.resolve("mixed"));
    write("mixed/part-0.csv", "id,cluster", "a,0");
    write("mixed/part-1.parquet", "none");
    assertThat(judge(table("truth", "truth.csv"), "mixed")).isEqualTo(2);
    assertThat(captured.err())
        .contains("files of several formats, csv and parquet", "--assignment-format")
        .hasLineCount(1);
  }

  /** Two far groups of three points and one neighbour each: no edge joins them, nothing is cut. */
  @Test
  void theCutOnTheGraphOfTheFeaturesIsGivenWhenAskedFor() throws IOException {
    write("points.csv", "id,x", "a,0", "b,1", "c,2", "d,100", "e,101", "f,102");
    String inputs =
        "input.features { format = csv, id = id, path = \""
            + folder.resolve("points.csv")
            + "\" }\ngraph.neighbors = 1\n";
    assertThat(judge(inputs + table("truth", "truth.csv"), "assignment.csv")).isZero();
    assertThat(captured.out())
        .contains("--cut builds the graph")
        .doesNotContain("normalized cut 0");

    assertThat(judge(inputs, "assignment.csv", "--cut")).as(captured.err()).isZero();
    assertThat(captured.out()).contains("Cut          normalized cut 0.00000");
    write("assignment.csv", "id,cluster", "a,0", "b,0", "c,1", "d,1", "e,1", "f,1");
    assertThat(judge(inputs, "assignment.csv", "--cut", "--json")).isZero();
    assertThat(captured.out()).containsPattern("\"ncut\" : 0\\.[1-9]");
  }

  @Test
  void aCutNeedsAGraph() throws IOException {
    assertThat(judge(table("truth", "truth.csv"), "assignment.csv", "--cut")).isEqualTo(2);
    assertThat(captured.err()).contains("there is no graph to be cut").hasLineCount(1);
  }

  @Test
  void anAssignmentOnAFileSystemThatIsNotThereNamesItsJar() throws IOException {
    Path config = folder.resolve("bare.conf");
    Files.writeString(config, table("truth", "truth.csv"));
    String[] args = {"evaluate", "--config", config.toString(), "--assignment", "s3a://b/clusters"};
    assertThat(Concord.run(args, captured.console().out(), captured.console().err())).isEqualTo(2);
    assertThat(captured.err()).contains("--assignment = s3a://b", "hadoop-aws").hasLineCount(1);
  }

  @Test
  void aQuarantineIsSaidToBeOfNoUse() throws IOException {
    int code =
        evaluate(
            table("edges", "edges.csv") + table("truth", "truth.csv"),
            "--set",
            "input.quarantine=" + folder);
    assertThat(code).as(captured.err()).isZero();
    assertThat(captured.err()).contains("warning: input.quarantine").contains("no rows aside");
  }
}
