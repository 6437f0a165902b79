package dev.concord.experiment.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialSummaryTest {
  private static Trial trial(String method, int given, int trial, double ari) {
    double[] figures = new double[Measure.values().length];
    Arrays.fill(figures, Double.NaN);
    figures[Measure.ARI.place()] = ari;
    return new Trial("iris", method, given, 0.0, 0, trial, figures, "");
  }

  @Test
  void theSpreadIsThatOfTheTrialsWithAResult() {
    List<Trial> trials =
        List.of(
            trial("csp", 10, 0, 0.2),
            trial("csp", 10, 1, 0.4),
            Trial.failed("iris", "csp", 10, 0.0, 0, 2, "no feasible vector"),
            trial("csp", 10, 3, 0.9));

    TrialSummary summary = TrialSummary.each(trials, null).get(0);

    assertThat(summary.trials()).isEqualTo(4);
    assertThat(summary.failures()).isEqualTo(1);
    assertThat(summary.gain()).isNaN();
    Spread ari = summary.spread(Measure.ARI);
    assertThat(ari.count()).isEqualTo(3);
    assertThat(ari.mean()).isCloseTo(0.5, within(1e-15));
    // Deviations -0.3, -0.1, 0.4: squares 0.26 over 2, over 3.
    assertThat(ari.standardError()).isCloseTo(Math.sqrt(0.26 / 2 / 3), within(1e-15));
    assertThat(ari.min()).isEqualTo(0.2);
    assertThat(ari.max()).isEqualTo(0.9);
    assertThat(summary.spread(Measure.NMI).count()).isZero();
    assertThat(summary.spread(Measure.NMI).mean()).isNaN();
  }

  @Test
  void aSingleTrialHasNoStandardError() {
    assertThat(Spread.of(new double[] {0.25}).standardError()).isNaN();
    assertThat(Spread.of(new double[] {0.25}).mean()).isEqualTo(0.25);
  }

  @Test
  void gainComparesTrialByTrialAndAFailureIsNone() {
    List<Trial> trials =
        List.of(
            trial("ncut", 10, 0, 0.5),
            trial("ncut", 10, 1, 0.1),
            trial("ncut", 10, 2, 0.3),
            trial("csp", 10, 0, 0.4), // below its own yardstick, above the others'
            trial("csp", 10, 1, 0.2),
            Trial.failed("iris", "csp", 10, 0.0, 0, 2, "why"));

    List<TrialSummary> each = TrialSummary.each(trials, "ncut");

    assertThat(each).extracting(TrialSummary::method).containsExactly("ncut", "csp");
    assertThat(each.get(0).gain()).isZero();
    assertThat(each.get(1).gain()).isCloseTo(1.0 / 3.0, within(1e-15));
  }

  @Test
  void amountsAreApartInEachAndTogetherOverall() {
    List<Trial> trials = List.of(trial("csp", 10, 0, 0.2), trial("csp", 20, 0, 0.6));

    assertThat(TrialSummary.each(trials, null))
        .extracting(TrialSummary::given)
        .containsExactly(10, 20);
    TrialSummary all = TrialSummary.overall(trials, null).get(0);
    assertThat(all.given()).isEqualTo(-1);
    assertThat(all.spread(Measure.ARI).mean()).isCloseTo(0.4, within(1e-15));
  }

  @Test
  void everyMeasureIsFoundByItsName() {
    for (Measure measure : Measure.values()) {
      assertThat(Measure.of(measure.key())).contains(measure);
    }
    assertThat(Measure.of("accuracy")).isEmpty();
    assertThat(Measure.ERROR_MATCHED_OUTSIDE.column()).isEqualTo("errorMatchedOutside");
  }
}
