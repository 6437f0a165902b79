package dev.concord.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigErrorsTest {
  private static final String MINIMAL =
      """
      input.features { format = csv, path = points.csv }
      clusters.count = 3
      output.path = out
      """;

  private static String refusal(String text, String... sets) {
    List<String> all = List.of(sets);
    try {
      ConfigLoader.load(text, "points.conf", all);
    } catch (InputException e) {
      assertThat(e.exitCode()).isEqualTo(2);
      assertThat(e.getMessage()).doesNotContain("\n");
      return String.valueOf(e.getMessage());
    }
    throw new AssertionError("not refused: " + all);
  }

  @Test
  void aMessageNamesKeyPlaceValueRuleAndRemedy() {
    assertThat(refusal(MINIMAL + "graph {\n  neighbors = 0\n}\n"))
        .isEqualTo(
            "graph.neighbors = 0 (points.conf: 5) must be a whole number of at least 1; change it,"
                + " or leave it out for the default, 10.");
    assertThat(refusal(MINIMAL, "graph.recall=1.5"))
        .isEqualTo(
            "graph.recall = 1.5 (--set graph.recall) must be a number above 0 and at most 1;"
                + " change it, or leave it out for the default, 0.98.");
    assertThat(refusal(MINIMAL, "graph.kernel=gausian"))
        .isEqualTo(
            "graph.kernel = gausian (--set graph.kernel) must be one of self-tuning, gaussian,"
                + " cosine, binary; did you mean gaussian?");
    assertThat(refusal("input.features { format = csv, path = p }, output.path = out"))
        .isEqualTo(
            "clusters.count is missing in points.conf and has no default; add it: The number k of"
                + " clusters: at least 1, auto, a range such as 2-20, or rising numbers such as [5, 10,"
                + " 20]. From a range it is chosen; auto is the range from 2 to 60 or the root of half"
                + " the number of points; rising numbers give nested partitions. Required.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          clusters.count=0             | must be a whole number of at least 1
          clusters.count=2.5           | must be a whole number of at least 1
          clusters.count=99999999999   | must be a whole number of at least 1
          clusters.count=many          | must be a whole number of at least 1
          clusters.count=[3]           | must be a list of at least two numbers
          clusters.restarts=0          | must be a whole number of at least 1
          clusters.eigenvectors=-1     | must be a whole number of at least 1
          clusters.seed=9223372036854775808 | must be a whole number of at most 64 bits
          clusters.seed=0.5            | must be a whole number of at most 64 bits
          clusters.method=cskl         | did you mean ccskl?
          clusters.constraints=firm    | must be one of hard, soft
          clusters.refine=yes          | must be one of cosc, none
          method.cosc.gamma=-1         | must be hard or a number of at least 0
          method.cosc.violations=few   | must be a number of at least 0
          method.cosc.starts=0         | must be a whole number of at least 1
          clusters.propagate=perhaps   | must be true or false
          graph.recall=0               | must be a number above 0 and at most 1
          graph.recall=NaN             | must be a number above 0 and at most 1
          graph.search=precise         | must be one of auto, exact, approximate
          graph.symmetrize=Union       | must be one of union, mutual, average; did you mean union?
          graph.scale-features=true    | must be one of auto, none, limit, range, standard, unit
          graph.reduce=0               | must be auto, none or a number above 0
          graph.reduce=2.5             | must be auto, none or a whole number of principal components of at least 1
          graph.reduce=pca             | must be auto, none or a number above 0
          graph.bandwidth=-1           | must be auto, mean-distance, local-proximity or a number above 0
          graph.bandwidth=mean         | must be auto, mean-distance, local-proximity or a number above 0
          graph.bandwidth=2            | has no meaning for graph.kernel = self-tuning: only the gaussian kernel has a bandwidth
          graph.bandwidth=local-proximity | has no meaning for graph.kernel = self-tuning
          method.ncut.tolerance=1      | must be a number above 0 and below 1
          method.ncut.eigenvectors=0   | must be a whole number of at least 1
          method.ncut.solver=lobpcg    | must be one of auto, arpack, lanczos, block, dense
          method.ncut.normalize-rows=2 | must be true or false
          method.ccskl.max-iterations=0 | must be a whole number of at least 1
          method.kkm.diagonal=2         | must be one of 0, 1
          method.sskk.penalty=0         | must be auto or a number above 0
          method.sskk.start=random      | must be one of merged, farthest-first
          method.ccskl.count-pairs=thrice | must be one of once, twice
          method.fast-ge.demand=strong | must be one of full, weak
          method.fast-ge.strength=0    | must be a number above 0
          method.fast-ge.strength=much | must be a number above 0
          output.format=parket         | must be one of parquet, csv, json, orc, delta, iceberg; did you mean parquet?
          output.overwrite=maybe       | must be true or false
          output.path=                 | must be text that is not blank
          plan.operator=remote         | must be one of auto, local, distributed
          plan.panel-rows=-1           | must be a whole number of at least 0
          plan.block-rows=x            | must be a whole number of at least 0
          input.features.columns=x     | must be a list of different texts, none of them blank
          input.features.columns=[x,x] | must be a list of different texts, none of them blank
          input.features.path=[]       | must be text, or a list of different texts, none of them blank
          input.features.path=null     | input.features.path is missing in points.conf and has no default
          input.features.format=null   | input.features.format is missing in points.conf and has no default
          input.features.options=x     | must be a block of keys
          input.features.options.a=[1] | must be one text or number
          """)
  void aValueOutsideItsRuleIsRefused(String set, String rule) {
    String key = set.substring(0, set.indexOf('='));
    assertThat(refusal(MINIMAL, set)).startsWith(key).contains(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "graph.neighbours,graph.neighbors",
    "grahp.kernel,graph",
    "neighbors,graph.neighbors",
    "clusters.neighbors,graph.neighbors",
    "input.feature.path,input.features",
    "input.side_edges.path,input.side-edges",
    "input.features.columm,input.features.columns",
    "clusters.seeed,clusters.seed",
    "method.ncutt.solver,method.ncut",
    "method.ncut.max-iteration,method.ncut.max-iterations",
    "plan.panelrows,plan.panel-rows"
  })
  void anUnknownKeyIsRefusedWithTheNearestKnownOne(String key, String nearest) {
    String message = refusal(MINIMAL, key + "=1");
    assertThat(message).contains(" unknown; did you mean " + nearest + "?");
    assertThat(message).contains("It stands in --set " + key).contains("rename or remove it");
  }

  @Test
  void anUnknownKeyFarFromAllOthersIsRefusedWithTheKeysThereAre() {
    assertThat(refusal(MINIMAL + "plan.xyzzyxyzzy = 1"))
        .isEqualTo(
            "plan.xyzzyxyzzy unknown; plan holds block-rows, coarse-nodes, executor-cores,"
                + " executor-gigabytes, executors, keep-after, operator, panel-rows. It stands in"
                + " points.conf: 4; rename or remove it.");
  }

  @Test
  void aKeyThatStandsThereUnderAWrongNameIsNotMissedToo() {
    assertThat(refusal(MINIMAL.replace("count", "cuont")))
        .startsWith("clusters.cuont unknown; did you mean clusters.count?")
        .endsWith("rename or remove it.");
  }

  @Test
  void severalProblemsAreNamedTogether() {
    assertThat(refusal(MINIMAL, "graph.neighbours=5", "clusters.seed=x", "graph.recall=7"))
        .startsWith("graph.neighbours unknown; did you mean graph.neighbors?")
        .endsWith("2 other keys are at fault too: graph.recall, clusters.seed.");
  }

  @Test
  void featuresAndEdgesAreOneOrTheOther() {
    assertThat(refusal(MINIMAL, "input.edges.format=csv", "input.edges.path=e"))
        .contains("input.features (points.conf: 1)")
        .contains("are both given, but a run has one of the two; remove one");
    assertThat(refusal("clusters.count = 2, output.path = o"))
        .startsWith("input.features and input.edges are both missing; give input.features");
  }

  @Test
  void aPriceAndAnAllowanceOfViolationsAreTwoAnswersToOneQuestion() {
    assertThat(refusal(MINIMAL, "method.cosc.gamma=1", "method.cosc.violations=2"))
        .startsWith("method.cosc.violations = 2")
        .contains("must be 0 when gamma is a number")
        .contains("set it to 0, or set gamma = hard");
    assertThat(
            ConfigLoader.load(MINIMAL, "points.conf", List.of("method.cosc.violations=2"))
                .method()
                .get("cosc"))
        .containsEntry("violations", 2.0)
        .containsEntry("gamma", "hard");
  }

  @Test
  void columnsAndVectorExcludeEachOther() {
    assertThat(refusal(MINIMAL, "input.features.columns=[a]", "input.features.vector=v"))
        .contains("input.features.vector (--set input.features.vector) exclude each other");
  }

  @Test
  void anIdIsNoFeature() {
    assertThat(refusal(MINIMAL, "input.features.columns=[a, b]", "input.features.id=b"))
        .contains("input.features.id (--set input.features.id) names b, which is a feature too");
  }

  @ParameterizedTest
  @CsvSource({
    "features,idx,id,a",
    "features,idx,columns,[a]",
    "features,idx,vector,a",
    "features,libsvm,id,a",
    "features,libsvm,columns,[a]",
    "truth,idx,id,a",
    "truth,idx,label,a",
    "labels,libsvm,id,a"
  })
  void filesWithoutNamedColumnsTakeNoColumnNames(
      String table, String format, String key, String value) {
    String block = "input." + table;
    assertThat(
            refusal(
                MINIMAL,
                block + ".format=" + format,
                block + ".path=p",
                block + "." + key + "=" + value))
        .contains(block + "." + key + " (--set")
        .contains("is given, but format " + format + " has no named columns")
        .contains("remove " + block + "." + key);
  }

  @Test
  void pairTablesNeedNamedColumns() {
    assertThat(refusal(MINIMAL, "input.constraints.format=idx", "input.constraints.path=p"))
        .contains("input.constraints.format = idx")
        .contains("must be a table with named columns");
  }

  @Test
  void twoRolesNeedTwoColumns() {
    assertThat(
            refusal(
                MINIMAL,
                "input.constraints.format=csv",
                "input.constraints.path=p",
                "input.constraints.first=second"))
        .contains("both name the column second; they must be two columns");
  }

  @Test
  void aBlockCannotBeAValue() {
    assertThat(refusal("graph = 3\n" + MINIMAL))
        .isEqualTo(
            "graph (points.conf: 1) must be a block of keys, graph { ... }; it is a number.");
  }

  @Test
  void aSyntaxErrorNamesItsLine() {
    assertThat(refusal(MINIMAL + "graph { neighbors = 5"))
        .startsWith("points.conf: 4 is not valid HOCON: ")
        .contains("Correct the line");
    assertThat(refusal(MINIMAL + "output.path = file:/a")).startsWith("points.conf: 4 is not");
  }

  @Test
  void anOverrideThatIsNoneIsRefused() {
    assertThat(refusal(MINIMAL, "graph.neighbors"))
        .isEqualTo(
            "--set graph.neighbors is not of the form key=value; write for instance --set"
                + " graph.neighbors=15.");
    assertThat(refusal(MINIMAL, "graph..neighbors=3")).startsWith("--set graph..neighbors cannot");
    assertThat(refusal(MINIMAL, "input.features.columns=[a")).startsWith("--set input.features");
  }

  @Test
  void anUnresolvedSubstitutionIsNamed() {
    assertThat(refusal(MINIMAL + "input.features.path = ${CONCORD_NO_SUCH_HOME}/a"))
        .isEqualTo(
            "points.conf: 4 uses ${CONCORD_NO_SUCH_HOME}, which is neither a key of this"
                + " configuration with a value nor an environment variable; export"
                + " CONCORD_NO_SUCH_HOME before the start, or write the value itself.");
    assertThat(refusal(MINIMAL, "output.path=${CONCORD_NO_SUCH_HOME}"))
        .startsWith("--set output.path")
        .contains("uses ${CONCORD_NO_SUCH_HOME}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          input.features.path=~/points.csv              | input.features.path (--set
          input.features.path=[a.csv, "~ann/b.csv"]     | input.features.path (--set
          input.constraints={format=csv, path="~/c.csv"} | input.constraints.path (
          input.truth={format=idx, path="~/t"}          | input.truth.path (
          clusters.previous={format=csv, path="~/t"}    | clusters.previous.path (
          input.quarantine=~/aside                      | input.quarantine (--set
          output.path=~                                 | output.path (--set
          """)
  void aTildeIsNotExpandedSoItIsRefused(String set, String place) {
    assertThat(refusal(MINIMAL, set))
        .startsWith(place)
        .contains("~ is not expanded to the home folder; write that folder in full");
  }

  @Test
  void aTildeElsewhereInAPathIsAName() {
    String sets = "input.features.path=[\"a~/b.csv\", \"~b.csv\"]";
    assertThat(ConfigLoader.load(MINIMAL, "c", List.of(sets)).output().path()).isEqualTo("out");
  }

  @Test
  void theModelsPathMayNotBeginWithATildeEither() {
    assertThatThrownBy(
            () -> ConfigLoader.loadAssign(MINIMAL, "c", List.of("model.path=~/out/model")))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "model.path (--set model.path) = ~/out/model: ~ is not expanded to the home folder;"
                + " write that folder in full, or ${HOME}\"/out/model\" in a configuration file.");
  }

  @Test
  void labelsInTheTableOfFeaturesNeedTheFeatureColumnsListed() {
    String same = "input.truth { format = csv, path = \"file:points.csv\", label = class }\n";
    assertThat(refusal(MINIMAL + same))
        .isEqualTo(
            "input.truth.path (points.conf: 4) is the table of input.features, so its column class"
                + " would be a feature too; list the feature columns in input.features.columns.");
    assertThat(refusal(MINIMAL + same.replace("truth", "labels"))).startsWith("input.labels.path");
    List<String> listed = List.of("input.features.columns=[x]");
    assertThat(ConfigLoader.load(MINIMAL + same, "c", listed).input().truth()).isNotNull();
    List<String> model = List.of("model.path=m");
    assertThat(ConfigLoader.loadAssign(MINIMAL + same, "c", model).input().truth()).isNotNull();
    List<String> other = List.of("input.truth.path=truth.csv");
    assertThat(ConfigLoader.load(MINIMAL + same, "c", other).input().truth()).isNotNull();
  }

  @Test
  void theFormatOfPicturesIsNotSparksImage() {
    String image = "input.features.format=image";
    assertThat(refusal(MINIMAL, image, "input.features.options.width=48"))
        .isEqualTo(
            "input.features.format (--set input.features.format) = image is Spark's own source of"
                + " that name, whose rows are whole files and hold no columns of numbers; write"
                + " format = picture to cluster the pixels of one image.");
    assertThat(refusal(MINIMAL, image)).contains("write format = picture");
    // Our options mean our format, whatever else is there.
    assertThat(
            refusal(
                MINIMAL, image, "input.features.options.width=48", "input.features.vector=image"))
        .contains("write format = picture");
    List<String> sparks =
        List.of(image, "input.features.vector=v", "input.features.options.dropInvalid=true");
    assertThat(ConfigLoader.load(MINIMAL, "c", sparks).input().features())
        .satisfies(features -> assertThat(features.table().format()).isEqualTo("image"));
  }

  @Test
  void includesAreRefusedNotIgnored() {
    assertThat(refusal("include \"common.conf\"\n" + MINIMAL))
        .isEqualTo(
            "points.conf: include \"common.conf\" is not supported; put everything into one file,"
                + " or give what differs by --set key=value.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "include file(\"/a.conf\")",
        "include url(\"http://u:p@127.0.0.1:1/a.conf\")",
        "include classpath(\"reference.conf\")",
        "include required(\"a.conf\")",
        "include required(file(\"/a.conf\"))",
        "include required(url(\"http://127.0.0.1:1/a.conf\"))",
        "include required(classpath(\"reference.conf\"))"
      })
  void includesOfEveryFormAreRefused(String include) {
    assertThat(refusal(include + "\n" + MINIMAL))
        .startsWith("points.conf: include \"")
        .contains("is not supported")
        .doesNotContain("u:p@");
    assertThat(refusal(MINIMAL, "graph={ " + include + " }")).startsWith("--set graph: include \"");
  }

  static List<String> deep() {
    return List.of(
        "x = " + "[".repeat(200_000),
        "x = " + "{a".repeat(200_000),
        "x = " + "[".repeat(40) + "]".repeat(40),
        "a.".repeat(100_000) + "a = 1",
        "\"a\".".repeat(40) + "a = 1",
        "x = ${?" + "a.".repeat(100_000) + "a}");
  }

  @ParameterizedTest
  @MethodSource("deep")
  void deepNestingIsRefused(String deep) {
    assertThat(refusal(MINIMAL + "# [[[[\nnote = \"[[[{\"\n" + deep))
        .startsWith("points.conf: line 6 is nested more than 32 deep");
    assertThat(refusal(MINIMAL, "x={" + deep + "}")).startsWith("--set x: line 1 is nested");
    assertThat(refusal(MINIMAL, "a.".repeat(100_000) + "a=1")).startsWith("--set: line 1 is");
  }

  /** Each line repeats the one before. */
  private static String doubling(int lines, String first, String next) {
    StringBuilder text = new StringBuilder("a0 = " + first + "\n");
    for (int i = 1; i <= lines; i++) {
      text.append("a%d = %s%n".formatted(i, next.replace("a", "a" + (i - 1))));
    }
    return text.toString();
  }

  static List<String> lengthy() {
    return List.of(
        doubling(9, "[x, x, x, x, x]", "[" + "${a}, ".repeat(10) + "]"),
        doubling(9, "{ k = 1 }", "{ b = ${a}, c = ${a}, d { e = ${a}, f = ${a}, g = ${a} } }")
            .repeat(3),
        doubling(28, "x", "${a}${a}"),
        doubling(28, "[x]", "${a} ${a}"),
        doubling(5_000, "x", "${a}"),
        "a = x\n" + "a = ${a}${a}\n".repeat(45),
        "a += 1\n".repeat(3_000),
        "a = x\nb = x\n" + "a = ${b}${b}\nb = ${a}${a}\n".repeat(12));
  }

  @ParameterizedTest
  @MethodSource("lengthy")
  void substitutionsThatRepeatTooMuchAreRefused(String text) {
    Assertions.assertTimeout(
        Duration.ofSeconds(10),
        () -> assertThat(refusal(text)).startsWith("points.conf: its substitutions"));
  }

  @Test
  void usualSubstitutionsAreNotTooLong() {
    StringBuilder text = new StringBuilder("common { dir = /data, again = ${common.dir} }\n");
    for (int i = 0; i < 2_000; i++) {
      text.append("b%d = ${common.again}/%d.csv%n".formatted(i, i));
    }
    text.append("input.features.columns += a\n".repeat(10));
    assertThat(refusal(text + MINIMAL)).doesNotContain("substitutions").contains("unknown");
  }

  @Test
  void aTextThatCannotBeReadIsNotQuoted() {
    for (String wrong :
        List.of(
            "{ sas hunter2 }",
            "{ sas = hunter2@x }",
            "{ sas = \"hunter2 }",
            "{ sas = \"hunter2\" } [a]",
            "{ sas = hun$hunter2 }",
            "{ hunter2 }",
            "{ o'hunter2 }")) {
      assertThat(refusal(MINIMAL, "input.features.options=" + wrong))
          .startsWith("--set input.features.options")
          .doesNotContain("hunter2");
      assertThat(refusal(MINIMAL + "input.features.options = " + wrong)).doesNotContain("hunter2");
    }
    assertThat(refusal(MINIMAL, "input.features.options.sas:hunter2"))
        .startsWith("--set input.features.options.sas is not of the form");
    assertThat(refusal(MINIMAL, "input.features.path={ sas = hunter2 }")).contains("= {...}");
  }

  @Test
  void messagesHideSecrets() {
    assertThat(refusal(MINIMAL, "input.features.options.password=[hunter2]"))
        .contains("*********(redacted)")
        .doesNotContain("hunter2");
    assertThatThrownBy(
            () ->
                ConfigLoader.load(
                    MINIMAL, "c", List.of("output.format=http://ann:hunter2@host/parquet")))
        .isInstanceOf(InputException.class)
        .hasMessageNotContaining("hunter2");
  }
}
