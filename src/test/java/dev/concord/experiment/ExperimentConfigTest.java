package dev.concord.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.RefinementSearch;
import dev.concord.error.InputException;
import dev.concord.testing.ReferenceKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExperimentConfigTest {
  private static final String SMALL =
      """
      experiment {
        datasets.iris {
          input.features { format = csv, path = iris.csv }
          label = kind
          classes = [a, [b, c]]
          count = 2
          graph.neighbors = 7
        }
        datasets.moons { generate.shape = moons, count = 2, methods = [csp] }
        methods {
          plain { method = ncut }
          csp { method = csp, options.beta = middle }
        }
        amounts = [10, 20]
      }
      output.path = out/study
      """;

  private static ExperimentConfig load(String text, String... sets) {
    return ExperimentSection.load(text, "study.conf", List.of(sets));
  }

  private static String refusal(String... sets) {
    try {
      load(SMALL, sets);
    } catch (InputException e) {
      return String.valueOf(e.getMessage());
    }
    throw new AssertionError("not refused: " + List.of(sets));
  }

  @Test
  void namesAreTheUsersAndDefaultsTheReferences() {
    ExperimentConfig config = load(SMALL);

    assertThat(config.title()).isEqualTo("study");
    assertThat(config.draw()).isEqualTo("uniform");
    assertThat(config.noise()).containsExactly(0.0);
    assertThat(config.trials()).isEqualTo(10);
    assertThat(config.methodNames()).containsExactly("plain", "csp");
    StudyData iris = config.dataset("iris");
    assertThat(iris.classes()).containsExactly(List.of("a"), List.of("b", "c"));
    assertThat(iris.graph().neighbors()).isEqualTo(7);
    assertThat(iris.graph().recall()).isEqualTo(0.98);
    assertThat(iris.amounts()).containsExactly(10.0, 20.0);
    StudyData moons = config.dataset("moons");
    assertThat(moons.shape()).isEqualTo(new ShapeConfig("moons", 100, 0, 0.1));
    assertThat(moons.input()).isNull();
    assertThat(config.methodsOf(moons)).extracting(StudyMethod::name).containsExactly("csp");
    StudyMethod csp = config.methodsOf(iris).get(1);
    assertThat(csp.clusters().count()).isEqualTo(2);
    assertThat(csp.clusters().refine()).isEqualTo(RefinementSearch.COSC); // as clusters.refine
    assertThat(csp.method().get("csp")).containsEntry("beta", "middle");
    assertThat(csp.method().get("csp")).containsEntry("max-feasible", 64);
    assertThat(config.effective()).contains("\"amounts\"", "\"beta\" : \"middle\"", "out/study");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          experiment.datasets.iris.graph.neighbours=3 | experiment.datasets.iris.graph.neighbours unknown; did you mean experiment.datasets.iris.graph.neighbors?
          experiment.methods.csp.options.beat=1 | experiment.methods.csp.options.beat unknown; did you mean experiment.methods.csp.options.beta?
          experiment.datasets.iris.graph.kernel=gausian | experiment.datasets.iris.graph.kernel = gausian
          experiment.methods.csp.options.max-feasible=0 | must be a whole number of at least 1
          experiment.methods.csp.method=cps | did you mean csp?
          experiment.trails=3 | experiment.trails unknown; did you mean experiment.trials?
          experiment.amounts=[0.5] | must be whole numbers from 1 on: numbers of pairs
          experiment.amounts=null | experiment.amounts is missing: the numbers of pairs
          experiment.noise=[1.0] | must be numbers from 0 to below 1
          experiment.draw=random | must be one of uniform, wrong, labels, given, none
          experiment.baseline=kmeans | must be one of the methods plain, csp
          experiment.plots=[accuracy] | must be a list of ari, nmi
          experiment.datasets.iris.label=null | experiment.datasets.iris.input.truth and experiment.datasets.iris.label are both missing
          experiment.datasets.iris.generate.shape=xor | are both given
          experiment.datasets.moons.generate=null | are both missing
          experiment.datasets.iris.count=null | experiment.datasets.iris.count is missing in study.conf
          experiment.datasets.iris.classes=[a, a] | a list of different texts
          experiment.datasets.iris.side=iris | the name of another data set
          experiment.datasets.iris.methods=[cosc] | names of plain, csp
          experiment.draw=given | experiment.datasets.iris.input.constraints
          experiment.datasets."a b".count=2 | names are letters, digits
          experiment.methods=null | names no data set or no method
          output.path=null | output.path is missing
          """)
  void faultsAreNamedByTheirWholeKey(String set, String message) {
    assertThat(refusal(set)).contains(message);
  }

  @Test
  void sharesAreForLabels() {
    assertThat(load(SMALL, "experiment.draw=labels", "experiment.amounts=[0.5]").draw())
        .isEqualTo("labels");
    assertThat(refusal("experiment.draw=labels", "experiment.noise=[0.1]"))
        .contains("experiment.noise")
        .contains("only pairs can be turned round");
  }

  @Test
  void secretsAreNotInTheEffectiveText() {
    assertThat(
            load(SMALL, "experiment.datasets.iris.input.features.options.password=hunter2")
                .effective())
        .doesNotContain("hunter2");
  }

  static Stream<Path> studies() throws IOException {
    try (Stream<Path> found = Files.list(Path.of("conf", "experiments"))) {
      List<Path> all = found.filter(path -> path.toString().endsWith(".conf")).sorted().toList();
      return all.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("studies")
  void everyStudyIsReadAndListed(Path file) throws IOException {
    String text = Files.readString(file).replaceAll("\\$\\{[A-Z_]+}", "\"/data\"");

    assertThat(load(text).datasets()).isNotEmpty();
    assertThat(Files.readString(Path.of("docs", "EXPERIMENTS.md")))
        .contains("`" + file.getFileName().toString().replace(".conf", "") + "`");
  }

  @Test
  void autoIsEnsembleWithoutOptions() {
    assertThat(load(SMALL, "experiment.methods.plain.method=auto"))
        .isEqualTo(load(SMALL, "experiment.methods.plain.method=ensemble"));
    assertThat(refusal("experiment.methods.plain.method=auto", "method.auto.sample=100"))
        .startsWith("method.auto (");
    assertThat(
            refusal(
                "experiment.methods.plain.method=auto",
                "experiment.methods.plain.options.splits=10"))
        .startsWith("experiment.methods.plain.options (");
  }

  @Test
  void everyKeyIsReadAndChecked() {
    int keys =
        ReferenceKeys.refused(
            "experiment",
            ExperimentSection::load,
            "experiment.datasets.NAME={count=2, generate={points=40}}",
            "experiment.methods.NAME.method=ncut",
            "experiment.amounts=[5]",
            "output.path=out");
    assertThat(keys).isGreaterThan(30);
  }
}
