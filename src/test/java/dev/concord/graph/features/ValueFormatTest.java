package dev.concord.graph.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "iso | 1970-01-01 | 0",
        "iso | 1970-01-02T12:00 | 1.5",
        "iso | 1970-01-02 06:00:00 | 1.25",
        "iso | 1970-01-02T01:00:00+01:00 | 1",
        "iso | 1970-01-02T00:00:00Z | 1",
        "iso | 1969-12-31 | -1",
        "dd.MM.yyyy | 02.01.1970 | 1",
        "d MMM yyyy | 2 Jan 1970 | 1",
        "MM/dd/yyyy HH:mm | 01/02/1970 18:00 | 1.75",
        "yyyy-MM | 1970-02 | 31",
      })
  void datesAreDaysSince1970(String pattern, String text, double days) {
    assertThat(ValueFormat.date(pattern).value(text)).isEqualTo(days);
  }

  @Test
  void aDateThatIsNoneIsInfiniteAndABlankOneMissing() {
    ValueFormat iso = ValueFormat.date("iso");
    for (String text : new String[] {"31.03.2024", "2023-02-29", "2024-13-01", "2024-03-31x"}) {
      assertThat(iso.value(text)).as(text).isInfinite();
    }
    assertThat(ValueFormat.date("dd.MM.yyyy").value("31.02.2023")).isInfinite();
    assertThat(iso.value(" ")).isNaN();
    assertThat(iso.value(" 2024-03-31 "))
        .isEqualTo((double) LocalDate.of(2024, 3, 31).toEpochDay());
    assertThat(ValueFormat.date("dd.MM.yyyy").fault()).isEqualTo("no date such as 31.03.2024");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ". | $1,234.50 | 1234.5",
        ". | 1,234,567 | 1234567",
        ". | -$5 | -5",
        ". | $-5.25 | -5.25",
        ". | (1,000.00) | -1000",
        ". | USD 12 | 12",
        ". | 12.50 EUR | 12.5",
        ". | 12.5 % | 0.125",
        ". | +.5 | 0.5",
        ". | 1e3 | 1000",
        ", | 12,5 % | 0.125",
        ", | 1.234,50 € | 1234.5",
        ", | 1 234,5 | 1234.5",
        ", | −3,25 | -3.25",
        ". | 1'234.5 | 1234.5",
        ", | 1.234 | 1234",
        ". | 1.234 | 1.234",
      })
  void numbersAreReadAsPeopleWriteThem(String decimal, String text, double value) {
    assertThat(ValueFormat.number(decimal).value(text)).isCloseTo(value, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ". | 1,23",
        ". | 12,34,567",
        ". | 12k",
        ". | 5 kg",
        ". | $",
        ". | 1.2.3",
        ". | n/a",
        ". | .",
        ". | XYZ 5",
        ", | 12.5",
        ", | 1,234,567",
        ". | 1 2",
      })
  void whatIsNoNumberOfTheFormatIsInfinite(String decimal, String text) {
    assertThat(ValueFormat.number(decimal).value(text)).isInfinite();
  }

  @Test
  void onlyPatternsOfDatesAndTheTwoMarksAreTaken() {
    assertThatThrownBy(() -> ValueFormat.date("HH:mm"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ValueFormat.date("dd.MM"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ValueFormat.date("foo")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ValueFormat.number(";")).isInstanceOf(IllegalArgumentException.class);
  }
}
