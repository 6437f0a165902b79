package dev.concord.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void numbersHaveFourDigitsInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(Figures.number(0.433149)).isEqualTo("0.4331");
      assertThat(Figures.number(-12.5)).isEqualTo("−12.5");
      assertThat(Figures.number(1.2e-9)).isEqualTo("1.2 × 10⁻⁹");
      assertThat(Figures.number(1e-8)).isEqualTo("10⁻⁸");
      assertThat(Figures.number(99999.6)).isEqualTo("100000");
      assertThat(Figures.number(1234567)).isEqualTo("1.235 × 10⁶");
      assertThat(Figures.rough(9.984e-12)).isEqualTo("10⁻¹¹");
      assertThat(Figures.rough(2.726e-11)).isEqualTo("2.7 × 10⁻¹¹");
      assertThat(Figures.number(0)).isEqualTo("0");
      assertThat(Figures.number(Double.NaN)).isEqualTo("–");
      assertThat(Figures.count(70_000)).isEqualTo("70,000");
      assertThat(Figures.score(.12345)).isEqualTo("0.123");
      assertThat(Figures.percent(.125)).isEqualTo("12.5 %");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aShareIsNothingOrAllOnlyWhenItIs() {
    assertThat(Figures.percent(0)).isEqualTo("0 %");
    assertThat(Figures.percent(1e-6)).isEqualTo("< 0.1 %");
    assertThat(Figures.percent(1 - 1e-6)).isEqualTo("> 99.9 %");
    assertThat(Figures.percent(1)).isEqualTo("100 %");
    assertThat(Figures.percent(Double.NaN)).isEqualTo("–");
  }

  @Test
  void timesGrowTheirUnits() {
    assertThat(Figures.seconds(.838)).isEqualTo("0.84 s");
    assertThat(Figures.seconds(9.96)).isEqualTo("10 s");
    assertThat(Figures.seconds(59.7)).isEqualTo("1 min 00 s");
    assertThat(Figures.seconds(200)).isEqualTo("3 min 20 s");
    assertThat(Figures.seconds(7500)).isEqualTo("2 h 05 min");
  }

  @Test
  void ticksAreRoundAndWithinTheScale() {
    LinearScale scale = new LinearScale(-0.13, 0.72, 0, 100);
    assertThat(scale.ticks(5))
        .extracting(LinearScale.Tick::label)
        .containsExactly("0", "0.2", "0.4", "0.6");
    assertThat(scale.at(-0.13)).isZero();
    assertThat(scale.at(0.72)).isEqualTo(100);
    assertThat(LinearScale.around(new double[] {5, 5}, 0, 10).at(5)).isEqualTo(5);
    assertThatThrownBy(() -> new LinearScale(1, 1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
