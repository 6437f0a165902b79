package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.capability.Capabilities;
import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.pipeline.Clustering;
import dev.concord.testing.Graphs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What a method declares is what configuration and documents say. After a change of a declaration,
 * {@code mvn test -Dtest=DeclaredOptionsTest -Dconcord.update=true} writes the documents anew.
 */
class DeclaredOptionsTest {
  private static final Path RESOURCES = Path.of("src/main/resources");
  private static final Path REFERENCE = RESOURCES.resolve("reference.conf");
  private static final Path METHODS = Path.of("docs/METHODS.md");
  private static final String BEGIN =
      "<!-- options of the methods, written by DeclaredOptionsTest -->\n";
  private static final String END = "<!-- end of the options -->\n";

  private static final List<Method> OF_CAPABILITIES = Capabilities.of(Method.class);

  private static final String CONFIGURATION =
      """
      input.features { format = csv, path = points.csv }
      clusters { count = 2, method = halves }
      output.path = out
      """;

  @Test
  void referenceConfHoldsTheDeclaredOptions() throws IOException {
    String text = Files.readString(REFERENCE);
    int from = text.indexOf("\nmethod {\n") + 1;
    int to = text.indexOf("\n}\n", from) + 3;
    List<Method> core =
        Catalogue.standard().names().stream()
            .map(Catalogue::named)
            .filter(method -> !OF_CAPABILITIES.contains(method))
            .toList();
    check(REFERENCE, text, from, to, OptionDocuments.reference(core));
  }

  @Test
  void filesOfCapabilitiesHoldTheDeclaredOptionsOfTheirMethods() throws IOException {
    assertThat(OF_CAPABILITIES).isNotEmpty();
    for (Method method : OF_CAPABILITIES) {
      String folder = method.getClass().getPackageName().replace('.', '/');
      Path file = RESOURCES.resolve(folder).resolve(method.info().name() + ".conf");
      String text = Files.readString(file);
      check(file, text, 0, text.length(), OptionDocuments.block(method, "", "method."));
    }
  }

  @Test
  void methodsDocumentHoldsTheDeclaredOptions() throws IOException {
    String text = Files.readString(METHODS);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    check(METHODS, text, from, text.indexOf(END), OptionDocuments.table(Catalogue.standard()));
  }

  private static void check(Path file, String text, int from, int to, String wanted)
      throws IOException {
    assertThat(from).isNotNegative();
    assertThat(to).isGreaterThanOrEqualTo(from);
    if (Boolean.getBoolean("concord.update")) {
      Files.writeString(file, text.substring(0, from) + wanted + text.substring(to));
    } else {
      assertThat(text.substring(from, to))
          .as("%s; see this class on writing it anew", file)
          .isEqualTo(wanted);
    }
  }

  /** A method as somebody adds one: this class, and a line in a catalogue. */
  private static final class Halves implements Method {
    enum Order {
      RISING,
      FALLING
    }

    private static final Option<Integer> FIRST =
        Option.of("first", OptionTypes.whole(1), 3, "Points of the first cluster.");
    private static final Option<Order> ORDER =
        Option.choice("order", Order.class, "Which cluster comes first.");

    @Override
    public MethodInfo info() {
      return new MethodInfo(
          "halves", "The first points and the others", "none", "nothing", "nothing", "any");
    }

    @Override
    public List<Option<?>> options() {
      return List.of(FIRST, ORDER);
    }

    @Override
    public long driverBytes(long points, int clusters, MethodOptions options) {
      return 4 * points;
    }

    @Override
    public MethodResult run(Problem problem, Services services) {
      int first = problem.options().get(FIRST);
      int low = problem.options().get(ORDER) == Order.RISING ? 0 : 1;
      int[] labels = new int[problem.size()];
      for (int i = 0; i < labels.length; i++) {
        labels[i] = i < first ? low : 1 - low;
      }
      return new MethodResult(labels, null, null, new MethodFigures.NoFigures());
    }

    @Override
    public List<Class<? extends MethodFigures>> figureTypes() {
      return List.of(MethodFigures.NoFigures.class);
    }
  }

  private static final Catalogue WITH_HALVES = Catalogue.standard().with(new Halves());

  private static ConcordConfig load(String... sets) {
    return ConfigLoader.load(CONFIGURATION, "test", List.of(sets), WITH_HALVES);
  }

  @Test
  void anAddedMethodIsConfiguredWithoutAFurtherLine() {
    assertThat(load().method().get("halves")).isEqualTo(Map.of("first", 3, "order", "rising"));
    assertThat(load("method.halves.first=5", "method.halves.order=falling").method().get("halves"))
        .isEqualTo(Map.of("first", 5, "order", "falling"));
    assertThatThrownBy(() -> load("method.halves.first=none"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "method.halves.first = none (--set method.halves.first) must be a whole number of at"
                + " least 1; change it, or leave it out for the default, 3.");
    assertThatThrownBy(() -> load("method.halves.order=fallin"))
        .hasMessage(
            "method.halves.order = fallin (--set method.halves.order) must be one of rising,"
                + " falling; did you mean falling?");
    assertThatThrownBy(() -> load("method.halves.frist=2"))
        .hasMessageContaining("method.halves.frist unknown; did you mean method.halves.first?");
  }

  @Test
  void anAddedMethodIsDocumentedFromItsDeclaration() {
    assertThat(OptionDocuments.reference(List.of(new Halves())))
        .endsWith(
            """
              # The first points and the others. Needs nothing.
              halves {
                # Points of the first cluster. Must be a whole number of at least 1.
                first = 3
                # rising | falling. Which cluster comes first.
                order = rising
              }
            }
            """);
    assertThat(OptionDocuments.table(WITH_HALVES))
        .contains(
            "| `first` | `halves` | `3` | a whole number of at least 1 | Points of the first cluster. |");
  }

  @Test
  void anAddedMethodRunsInThePipelineWithItsOptions() {
    SimilarityGraph graph = Graphs.groups(2, 10, 0.1, 1);
    ConcordConfig config = load("method.halves.first=10");
    Method method = WITH_HALVES.method("halves");
    Seeds seeds = Seeds.of(1);
    PairConstraints none = PairConstraints.none(20, i -> Integer.toString(i));
    Clustering clustering =
        new Clustering(
            method,
            new Clustering.Settings(
                2,
                true,
                false,
                true,
                new MethodOptions("halves", config.method().get("halves")),
                new MethodOptions("cosc", config.method().get("cosc")),
                seeds));
    int[] labels =
        clustering
            .run(
                clustering.propagate(graph, Components.of(graph.weights()), none),
                new CsrOperator(NormalizedAdjacency.of(graph)),
                new Clustering.Knowledge(none, null, null, null),
                () -> new LocalServices(FeatureRows.NONE, seeds, 1, ResultStore.NONE))
            .labels();
    for (int i = 1; i < 20; i++) {
      assertThat(labels[i] == labels[0]).isEqualTo(i < 10);
    }
  }
}
