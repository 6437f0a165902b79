package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What people get wrong: each ends with its exit code and one paragraph, early, and writes nothing.
 */
@Tag("spark")
class BadInputTest {
  private static final long LIMIT_SECONDS = 10;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  /**
   * One mistake.
   *
   * @param name what is wrong
   * @param code the exit code it must end with
   * @param sets settings on top of conf/digits.conf; FOLDER stands for the test's folder
   * @param file content of FOLDER/bad.csv
   * @param says what the message must hold
   */
  record Mistake(String name, int code, List<String> sets, String file, List<String> says) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> mistakes() {
    String pairs = "input.constraints.path=FOLDER/bad.csv";
    String points = "input.features.path=FOLDER/bad.csv";
    String truth = "input.truth.path=FOLDER/bad.csv";
    return Stream.of(
            of("unknown key", 2, "", "graph.neighbours=5", "graph.neighbours", "graph.neighbors"),
            of("wrong type", 2, "", "clusters.count=many", "clusters.count", "many"),
            of("no clusters", 2, "", "clusters.count=0", "clusters.count", "0"),
            of("more clusters than points", 2, "", "clusters.count=5000", "5000", "1797"),
            of("more neighbours than points", 2, "", "graph.neighbors=1797", "1797", "1796"),
            of("unknown method", 2, "", "clusters.method=ncuts", "ncuts", "ncut"),
            of("unknown kernel", 2, "", "graph.kernel=rbf", "rbf", "gaussian"),
            of("missing file", 2, "", "input.features.path=FOLDER/none.csv", "none.csv"),
            of("unknown format", 2, "", "input.features.format=exel", "exel"),
            of("missing column", 2, "", "input.features.id=ident", "ident"),
            of("empty table", 2, "id,x,y\n", points, "input.features"),
            of("not a number", 2, "id,x,y\n1,0.5,2\n2,NaN,1\n3,1,1\n", points, "NaN", "2"),
            of("infinite", 2, "id,x,y\n1,0.5,2\n2,Infinity,1\n3,1,1\n", points, "Infinity"),
            of("missing value", 2, "id,x,y\n1,0.5,2\n2,,1\n3,1,1\n", points, "x", "2"),
            of("duplicate id", 2, "id,x,y\n1,0.5,2\n1,3,1\n3,1,1\n", points, "1"),
            of("text as feature", 2, "id,x,y\n1,red,2\n2,blue,1\n3,1,1\n", points, "x"),
            of("unknown id in a pair", 2, pair("0,99999,must-link"), pairs, "99999"),
            of("a point with itself", 2, pair("7,7,cannot-link"), pairs, "7"),
            of("unknown kind", 2, pair("0,1,perhaps"), pairs, "perhaps", "must-link"),
            of("weight above 1", 2, "first,second,kind,weight\n0,1,ML,1.5\n", pairs, "1.5"),
            of(
                "beliefs beyond 1 for a method of degrees",
                2,
                "first,second,weight\n0,1,-2.5\n2,3,1\n",
                pairs,
                "(0, 1) is -2.5",
                "clusters.method = ccskl",
                "csp"),
            of("no belief at all", 2, "first,second,weight\n0,1,NaN\n", pairs, "NaN", "finite"),
            of(
                "contradiction",
                3,
                pair("0,1,ML", "1,2,ML", "0,2,CL"),
                pairs,
                "0=1, 1=2, 0!=2",
                "soft"),
            of("too many mutually apart", 3, pair(clique(11)), pairs, "11"),
            of("unknown id in the truth", 2, "id,label\n0,0\n-5,1\n", truth, "-5"),
            of("two labels of a point", 2, "id,label\n0,0\n0,1\n", truth, "0"),
            of("pairs needed, none given", 2, "first,second,kind\n", pairs, "ccskl", "holds none"),
            of("labels needed, none given", 2, "", "clusters.method=gfhf", "input.labels"),
            of("unknown output format", 2, "", "output.format=xlsx", "xlsx"),
            of("an unknown refinement", 2, "", "clusters.refine=best", "cosc, none"),
            of(
                "more eigenvectors than points",
                2,
                "",
                "method.ccskl.eigenvectors=0",
                "eigenvectors"),
            of(
                "a solver that may not iterate",
                4,
                "",
                "method.ccskl { max-iterations = 1, tolerance = 1e-15, solver = arpack }",
                "tolerance",
                "residual"),
            of(
                "features that do not fit",
                5,
                "0 1:1 2000000000:1\n1 2:1\n0 3:1\n",
                "input.features { format = libsvm, path = FOLDER/bad.csv, id = null }",
                "memory"))
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void endWithTheirCodeAndOneParagraph(Mistake mistake) throws IOException {
    Files.writeString(folder.resolve("bad.csv"), mistake.file());
    Path output = folder.resolve("out");
    StringBuilder config =
        new StringBuilder(Files.readString(Path.of("conf", "digits.conf")))
            .append("\noutput.path = \"")
            .append(output)
            .append("\"\n");
    Path file = folder.resolve("job.conf");
    List<String> arguments = new ArrayList<>(List.of("cluster", "--config", file.toString()));
    for (String set : mistake.sets()) {
      String filled = set.replace("FOLDER", folder.toString());
      if (set.contains("{")) {
        config.append(filled.replace(folder.toString(), "\"" + folder + "\"")).append('\n');
      } else {
        arguments.addAll(List.of("--set", filled));
      }
    }
    Files.writeString(file, config);
    Captured captured = new Captured();
    long start = System.nanoTime();
    int code =
        Concord.run(
            arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
    double seconds = (System.nanoTime() - start) / 1e9;
    List<String> said =
        captured
            .err()
            .lines()
            .filter(line -> !line.matches("concord: \\w+( \\.\\.\\.|: \\d.*)"))
            .toList();
    assertThat(code).as(captured.err()).isEqualTo(mistake.code());
    assertThat(said).as(captured.err()).hasSize(1);
    assertThat(said.get(0))
        .startsWith("concord: ")
        .contains(mistake.says())
        .doesNotContain("\tat ");
    assertThat(seconds).isLessThan(LIMIT_SECONDS);
    assertThat(output.resolve("clusters")).doesNotExist();
  }

  private static Mistake of(String name, int code, String file, String set, String... says) {
    return new Mistake(name, code, List.of(set), file, Arrays.asList(says));
  }

  private static String pair(String... rows) {
    return "first,second,kind\n" + String.join("\n", rows) + "\n";
  }

  /** All pairs of 0..size-1 cannot-linked. */
  private static String[] clique(int size) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        rows.add(i + "," + j + ",CL");
      }
    }
    return rows.toArray(String[]::new);
  }
}
