package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.suggest.Stability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A round of questions beside the one before, whichever run made that. */
class RoundComparisonTest {
  private static final int[] ONE = {0, 0, 1, 1};
  private static final int[] RENUMBERED = {1, 1, 0, 0};
  private static final int[] OTHER = {0, 1, 1, 1};

  @TempDir Path folder;

  private final List<String> warnings = new ArrayList<>();
  private Path table;

  @BeforeEach
  void nameTable() {
    table = folder.resolve("answers.csv");
  }

  /** A round by a run of its own, which ends. */
  private Stability run(String about, int[] labels, int answers) {
    RoundComparison rounds = new RoundComparison(table, warnings::add);
    Stability stability = rounds.next(about, labels, answers);
    rounds.keep();
    return stability;
  }

  @Test
  void runsGoOnFromEachOther() {
    assertThat(run("a", ONE, 25)).isEqualTo(Stability.NONE);
    assertThat(run("a", OTHER, 50)).isEqualTo(new Stability(0.25, 0));
    assertThat(run("a", OTHER, 75)).isEqualTo(new Stability(0.0, 25));
    assertThat(run("a", OTHER, 75)).as("again").isEqualTo(new Stability(0.0, 25));
    assertThat(run("a", OTHER, 125).isStable()).isTrue();
    assertThat(warnings).isEmpty();
  }

  @Test
  void oneRunGoesOnFromItself() {
    RoundComparison rounds = new RoundComparison(table, warnings::add);
    assertThat(rounds.next("a", ONE, 0)).isEqualTo(Stability.NONE);
    assertThat(rounds.next("a", RENUMBERED, 80).isStable()).isTrue();
    assertThat(folder).as("nothing is kept unasked").isEmptyDirectory();
  }

  @Test
  void whatCannotBeComparedIsANewStart() {
    run("a", ONE, 25);
    assertThat(run("b", ONE, 50)).as("other points or method").isEqualTo(Stability.NONE);
    assertThat(run("b", ONE, 49)).as("answers taken back").isEqualTo(Stability.NONE);
    assertThat(run("b", OTHER, 49)).as("an answer changed").isEqualTo(Stability.NONE);
    assertThat(run("b", new int[] {0, 1}, 60)).as("fewer points").isEqualTo(Stability.NONE);
  }

  @Test
  void aFileThatIsNoRoundIsAWarningAndReplaced() throws IOException {
    Files.writeString(folder.resolve(".answers.csv.round"), "mine");
    assertThat(run("a", ONE, 25)).isEqualTo(Stability.NONE);
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("counts as the first", ".answers.csv.round holds no round of questions");
    assertThat(run("a", ONE, 50)).isEqualTo(new Stability(0.0, 25));
  }

  @Test
  void aRoundThatCannotBeKeptIsAWarning() throws IOException {
    Files.createDirectories(folder.resolve(".answers.csv.round/in"));
    RoundComparison rounds = new RoundComparison(table, warnings::add);
    rounds.next("a", ONE, 25);
    warnings.clear();
    rounds.keep();
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("cannot be kept beside " + table, "nothing to compare with");
  }

  @Test
  void suggestGoesOnFromARoundThatWasKeptOrBeginsWhereThatIsAsked() throws IOException {
    Files.writeString(table, "first,second,kind\n");
    assertThat(RoundComparison.of(table.toString(), false, warnings::add)).isNull();
    assertThat(RoundComparison.of(null, false, warnings::add)).isNull();
    assertThat(RoundComparison.of(table.toString(), true, warnings::add)).isNotNull();
    run("a", ONE, 25);
    assertThat(RoundComparison.of(table.toString(), false, warnings::add)).isNotNull();
    assertThat(warnings).isEmpty();
  }

  @Test
  void whereNothingCanBeKeptAWarningSaysSo() {
    for (String path : Arrays.asList(null, folder.toString(), table.toString())) {
      assertThat(RoundComparison.of(path, true, warnings::add)).isNull();
    }
    assertThat(warnings)
        .hasSize(3)
        .allMatch(text -> text.contains("suggest.keep = true keeps nothing"));
  }
}
