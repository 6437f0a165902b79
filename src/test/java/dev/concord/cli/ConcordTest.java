package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.cli.SparkCommand.CommonOptions;
import dev.concord.cli.start.Console;
import dev.concord.error.ConvergenceException;
import dev.concord.method.MethodInfo;
import dev.concord.method.pipeline.Catalogue;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

class ConcordTest {
  private final Captured captured = new Captured();

  /** Ends as its option says. */
  @Command(name = "cluster", mixinStandardHelpOptions = true)
  private static final class FakeCommand implements Callable<Integer> {
    @Option(names = "--end")
    private String end = "well";

    @Mixin private final CommonOptions options = new CommonOptions();
    private final Console console;

    FakeCommand(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() throws Exception {
      switch (end) {
        case "diverged" -> throw new ConvergenceException("method.ncut: residual 1e-3");
        case "memory" -> throw new OutOfMemoryError("Java heap space");
        case "defect" -> throw new IllegalStateException("index 5 of 4");
        case "sets" -> {
          console.out().println(options.sets());
          return 0;
        }
        default -> {
          return 0;
        }
      }
    }
  }

  private int run(String... args) {
    List<Object> commands =
        List.of(
            new FakeCommand(captured.console()),
            new MethodsCommand(captured.console(), METHODS, ConcordTest::options));
    return Concord.run(commands, args, captured.console());
  }

  private static final List<MethodInfo> METHODS =
      List.of(
          new MethodInfo(
              "ccskl",
              "Constrained clustering by spectral kernel learning",
              "Li and Liu 2009",
              "must-links or cannot-links, at least one of either kind",
              "the reduced quadratic program is solved to its optimum, with a proof",
              "some 10 million points"),
          new MethodInfo("ncut", "Normalized cut", "Shi 2000", "a graph", "none", "10 million"));

  @Test
  void aCommandThatDoesItsWorkEndsWithZeroAndSilence() {
    assertThat(run("cluster")).isZero();
    assertThat(captured.err()).isEmpty();
  }

  @Test
  void anUnknownCommandIsMetWithTheNearest() {
    assertThat(run("clutser")).isEqualTo(2);
    assertThat(captured.err())
        .startsWith("concord: there is no command \"clutser\"; did you mean cluster?")
        .contains("cluster, methods")
        .hasLineCount(1);
  }

  @Test
  void noCommandAtAllListsTheCommands() {
    assertThat(run()).isEqualTo(2);
    assertThat(captured.err()).contains("The commands are cluster, methods").hasLineCount(1);
  }

  @Test
  void anUnknownOptionIsMetWithTheNearest() {
    assertThat(run("cluster", "--verbos")).isEqualTo(2);
    assertThat(captured.err())
        .contains("there is no option or argument \"--verbos\"; did you mean --verbose?")
        .contains("\"concord cluster --help\"")
        .hasLineCount(1);
  }

  @Test
  void anOptionWithoutItsValueIsAUsageError() {
    assertThat(run("cluster", "--end")).isEqualTo(2);
    assertThat(captured.err()).contains("--end").hasLineCount(1);
  }

  @Test
  void settingsMayBeRepeatedAndHoldEqualsSigns() {
    assertThat(run("cluster", "--end", "sets", "--set", "a.b=1", "--set", "c=\"x=y,z\"")).isZero();
    assertThat(captured.out()).isEqualToNormalizingNewlines("[a.b=1, c=\"x=y,z\"]\n");
  }

  @Test
  void aForeseenFailureIsOneParagraphAndItsCode() {
    assertThat(run("cluster", "--end", "diverged")).isEqualTo(4);
    assertThat(captured.err())
        .isEqualToNormalizingNewlines("concord: method.ncut: residual 1e-3\n");
    assertThat(captured.out()).isEmpty();
  }

  @Test
  void verboseAddsTheStackTrace() {
    assertThat(run("cluster", "--end", "diverged", "--verbose")).isEqualTo(4);
    assertThat(captured.err()).contains("\tat dev.concord.cli.ConcordTest");
  }

  @Test
  void runningOutOfMemoryEndsWithFiveAndAdvice() {
    assertThat(run("cluster", "--end", "memory")).isEqualTo(5);
    assertThat(captured.err())
        .contains("Java heap space", "CONCORD_MEMORY", "--driver-memory")
        .hasLineCount(1);
  }

  @Test
  void anythingElseIsADefectWithItsStackTrace() {
    assertThat(run("cluster", "--end", "defect")).isEqualTo(1);
    assertThat(captured.err())
        .contains("this is a defect of Concord")
        .contains("java.lang.IllegalStateException: index 5 of 4")
        .contains("\tat dev.concord.cli.ConcordTest");
  }

  @Test
  void helpIsPrintedAsAResult() {
    assertThat(run("--help")).isZero();
    assertThat(captured.out()).contains("Usage: concord", "methods", "Exit codes: 0 done");
    assertThat(captured.err()).isEmpty();
  }

  @Test
  void theVersionIsPrinted() {
    assertThat(run("--version")).isZero();
    assertThat(captured.out()).startsWith("concord ");
  }

  private List<String> listed(int width) {
    Captured list = new Captured();
    List<Object> commands =
        List.of(new MethodsCommand(list.console(), METHODS, ConcordTest::options, width));
    assertThat(Concord.run(commands, new String[] {"methods"}, list.console())).isZero();
    return list.out().lines().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 80, 100, 160, 300})
  void theListHasNoLineBeyondTheWidthAndCutsNothing(int width) {
    List<String> lines = listed(width);
    assertThat(lines.subList(0, lines.size() - 1))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
    String text = String.join(" ", lines).replaceAll("\\s+", " ");
    for (MethodInfo method : METHODS) {
      assertThat(text)
          .contains(method.name() + " " + method.title() + " (" + method.paper() + ").")
          .contains("Needs: " + method.needs() + ".", "Size: " + method.size() + ".");
    }
  }

  @Test
  void inAPipeTheListHasEightyColumnsAndSaysHowToSeeMore() {
    List<String> lines = listed(0);
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(lines)
        .contains("ccskl", "ncut")
        .last()
        .isEqualTo("concord methods NAME describes one in full, with its options.");
  }

  @Test
  void oneMethodIsToldInFull() {
    assertThat(run("methods", "ccskl")).isZero();
    assertThat(captured.out())
        .contains("Li and Liu 2009")
        .contains("the reduced quadratic program is solved to its optimum, with a proof")
        .doesNotContain("…", "ncut");
  }

  @Test
  void oneMethodIsToldWithItsOptions() {
    assertThat(run("methods", "ccskl")).isZero();
    assertThat(captured.out())
        .containsIgnoringNewLines(
            """
            Options      keys of the block method.ccskl

              eigenvectors: a whole number of at least 1; default clusters.eigenvectors
                The number of eigenvectors used.
            """)
        .containsIgnoringNewLines(
            """
              diagonal: one of all, constrained; default all
                Which points have a term for k(i, i) = 1.\
            """);
  }

  @Test
  void everyOptionOfEveryMethodOfConcordIsListed() {
    for (MethodInfo method : Catalogue.all()) {
      Captured one = new Captured();
      List<Object> commands =
          List.of(new MethodsCommand(one.console(), Catalogue.all(), ConcordTest::options, 80));
      assertThat(Concord.run(commands, new String[] {"methods", method.name()}, one.console()))
          .isZero();
      String text = one.out().replaceAll("\\s+", " ");
      for (dev.concord.method.Option<?> option : options(method.name())) {
        assertThat(text)
            .contains(" " + option.name() + ": " + option.type().rule() + "; default ")
            .contains(option.sentence());
      }
      assertThat(one.out().lines().filter(line -> line.startsWith("    ")))
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }
  }

  private static List<dev.concord.method.Option<?>> options(String method) {
    return Catalogue.named(method).options();
  }

  @Test
  void aMethodThatIsNoneIsAnsweredWithTheNames() {
    assertThat(run("methods", "kmeans")).isEqualTo(2);
    assertThat(captured.err())
        .isEqualToNormalizingNewlines(
            "concord: methods: there is no method kmeans; there are ccskl, ncut\n");
  }

  @Test
  void onlyTheCommandThatIsCalledIsLookedAt() {
    assertThat(Concord.run(new String[] {"--help"}, captured.console().out(), System.err)).isZero();
    assertThat(captured.out())
        .contains("cluster ", "Clusters the points of a table", "evaluate ", "methods ");
  }
}
