package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The classes that answers show. */
class KnownClassesTest {
  private static LabelRow row(String first, AnswerKind kind, String second) {
    return new LabelRow(1, first, second, kind, false, true, "", null, "");
  }

  private static LabelRow same(String first, String second) {
    return row(first, AnswerKind.SAME, second);
  }

  private static LabelRow different(String first, String second) {
    return row(first, AnswerKind.DIFFERENT, second);
  }

  @Test
  void withoutAnswersThereIsNone() {
    assertThat(KnownClasses.of(List.of()).sizes()).isEmpty();
    assertThat(KnownClasses.of(List.of(row("a", AnswerKind.UNSURE, "b"))).sizes()).isEmpty();
  }

  @Test
  void groupsThatDifferFromEachOtherAreClasses() {
    List<LabelRow> rows =
        new ArrayList<>(
            List.of(
                same("a", "b"),
                same("b", "c"),
                same("d", "e"),
                different("c", "e"),
                different("f", "a"),
                different("f", "d"),
                // g differs from one of them only: it may be of the class of a.
                different("g", "d")));

    assertThat(KnownClasses.of(rows).sizes()).containsExactly(3, 2, 1);
    Collections.reverse(rows);
    assertThat(KnownClasses.of(rows).sizes()).containsExactly(3, 2, 1);
  }

  @Test
  void groupsThatNoAnswerTellsApartCountOnce() {
    assertThat(KnownClasses.of(List.of(same("a", "b"), same("c", "d"))).sizes()).containsExactly(2);
  }

  @Test
  void whatContradictsItselfIsNoClass() {
    assertThat(KnownClasses.of(List.of(same("a", "b"), different("a", "b"))).sizes())
        .containsExactly(2);
  }
}
