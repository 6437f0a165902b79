package dev.concord.constraint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words for kinds of pairs. */
class PairKindTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "must-link",
        "Must-Link",
        "Same",
        " ML ",
        "TRUE",
        "1",
        "+1",
        "1.0",
        "+1.00",
        "1e0",
        "01",
        "\u00A0ml\u00A0",
        "\uFEFFML",
        "must\u2011link",
        "MUST\u2013LINK\r"
      })
  void mustLink(String text) {
    assertThat(PairKind.of(text)).isEqualTo(PairKind.MUST_LINK);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cannot-link",
        "CL\t",
        "different",
        "False",
        "-1",
        "-1.0",
        "-1.",
        "-10E-1",
        "\u22121",
        "\u20131.0",
        "\uFF0D1",
        "cannot\u2010link"
      })
  void cannotLink(String text) {
    assertThat(PairKind.of(text)).isEqualTo(PairKind.CANNOT_LINK);
  }

  @Test
  void unsureAndOpen() {
    assertThat(PairKind.of(" Unsure ")).isEqualTo(PairKind.UNSURE);
    assertThat(Stream.of("", "  ", "\t", "\u00A0", "\u200B").map(PairKind::of))
        .containsOnly(PairKind.OPEN);
    assertThat(PairKind.of(null)).isEqualTo(PairKind.OPEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "2",
        "0.5",
        "1.0000001",
        "--1",
        "NaN",
        "1e999999999",
        "0x1",
        "yes",
        "must link",
        "1,0",
        "mustlink",
        "must-link cannot-link",
        "11111111111111111111111111111111"
      })
  void noKind(String text) {
    assertThat(PairKind.of(text)).isNull();
  }
}
