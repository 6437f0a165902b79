package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.cli.Captured;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressDisplayTest {
  private final Captured captured = new Captured();
  private long now;

  private ProgressDisplay display(int width) {
    return new ProgressDisplay(captured.console().err(), width, () -> now);
  }

  @Test
  void plainLinesTellStartProgressAndEndOfAStage() {
    ProgressDisplay display = display(0);
    display.stageStarted("search", 2346);
    now += ProgressDisplay.LINE_NANOS;
    display.stageAdvanced("search", 1173, "2 passes");
    display.stageFinished("search", 12.34, "exact");
    assertThat(captured.err())
        .isEqualToNormalizingNewlines(
            """
            concord: search for neighbours: 0 of 2,346
            concord: search for neighbours: 1,173 of 2,346 (50 %), about 5 s left, 2 passes
            concord: search for neighbours: 12.3 s, exact
            """);
    assertThat(captured.out()).isEmpty();
  }

  @Test
  void plainProgressIsALineEveryFiveSecondsAtMost() {
    ProgressDisplay display = display(0);
    display.stageStarted("eigenvectors", -1);
    for (int product = 1; product <= 120; product++) {
      now += 100_000_000L;
      display.stageAdvanced("eigenvectors", -1, "product " + product);
    }
    assertThat(captured.err())
        .isEqualToNormalizingNewlines(
            """
            concord: eigenvectors of the graph ...
            concord: eigenvectors of the graph: product 50
            concord: eigenvectors of the graph: product 100
            """);
  }

  @Test
  void aSilentStageSaysEveryTenSecondsThatItGoesOn() {
    ProgressDisplay display = display(0);
    display.beat();
    display.stageStarted("metrics", -1);
    for (int second = 1; second <= 25; second++) {
      now += 1_000_000_000L;
      display.beat();
    }
    display.stageFinished("metrics", 25.0, "");
    now += 60_000_000_000L;
    display.beat();
    assertThat(captured.err())
        .isEqualToNormalizingNewlines(
            """
            concord: metrics of the clusters ...
            concord: metrics of the clusters: 10 s so far
            concord: metrics of the clusters: 20 s so far
            concord: metrics of the clusters: 25.0 s
            """);
  }

  @Test
  void whatHasNotChangedIsNotToldAgain() {
    ProgressDisplay display = display(0);
    display.stageStarted("search", 136);
    for (int second = 1; second <= 60; second++) {
      now += 1_000_000_000L;
      display.stageAdvanced("search", 136, "");
    }
    assertThat(captured.err().lines()).hasSize(2);
  }

  @Test
  void aStageThatComesAgainIsToldApart() {
    ProgressDisplay display = display(0);
    for (int time = 0; time < 3; time++) {
      display.stageStarted("pck-means", -1);
      display.stageFinished("pck-means", 1.0, "");
    }
    assertThat(captured.err().lines()).doesNotHaveDuplicates().hasSize(6);
    assertThat(captured.err()).contains("pck-means, k-means on the features (run 3): 1.0 s");
  }

  @Test
  void theRestIsToldInMinutesOnceThePaceIsKnown() {
    ProgressDisplay display = display(0);
    display.stageStarted("trials", 1000);
    now += 6_000_000_000L;
    display.stageAdvanced("trials", 10, "");
    now += 54_000_000_000L;
    display.stageAdvanced("trials", 100, "");
    assertThat(captured.err())
        .contains("trials: 10 of 1,000 (1 %)\n")
        .contains("trials: 100 of 1,000 (10 %), about 9 min left\n");
  }

  @Test
  void warningsAreLinesOfTheirOwn() {
    ProgressDisplay display = display(0);
    display.warning("3 components");
    assertThat(captured.err()).isEqualToNormalizingNewlines("concord: warning: 3 components\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 12, 20, 40, 80, 300})
  void aBarNeverOutgrowsTheTerminalAndLeavesTheEndLine(int width) {
    ProgressDisplay display = display(width);
    display.stageStarted("eigenvectors", 20);
    display.stageAdvanced("eigenvectors", 7, "product 120, residual 3e-7");
    display.warning("slow");
    display.stageFinished("eigenvectors", 4.0, "20 values");
    display.stageStarted("read", -1);
    display.stageAdvanced("read", -1, "");
    display.close();
    assertThat(captured.err().lines().filter(line -> !line.startsWith("concord:")))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(Math.min(width, 100)));
    assertThat(captured.err())
        .contains("concord: warning: slow")
        .contains("concord: eigenvectors of the graph: 4.0 s, 20 values")
        .endsWith("\r");
  }
}
