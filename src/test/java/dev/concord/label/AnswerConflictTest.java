package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Answers that contradict earlier ones. */
class AnswerConflictTest {
  /** Rows from texts such as a=b, a!=b, a?b; a small letter w before it: of a weight below 1. */
  private static List<LabelRow> rows(String... texts) {
    List<LabelRow> rows = new ArrayList<>();
    for (String text : texts) {
      boolean soft = text.startsWith("w ");
      String[] ends = text.substring(soft ? 2 : 0).split("=|!=|\\?", -1);
      AnswerKind kind =
          text.contains("!=")
              ? AnswerKind.DIFFERENT
              : text.contains("?") ? AnswerKind.UNSURE : AnswerKind.SAME;
      rows.add(
          new LabelRow(
              rows.size(), ends[0].replace("!", ""), ends[1], kind, false, !soft, "", null, text));
    }
    return rows;
  }

  private static List<String> chain(List<LabelRow> rows, String a, String b, AnswerKind kind) {
    return Objects.requireNonNull(AnswerConflict.of(rows, a, b, kind)).chain().stream()
        .map(LabelRow::line)
        .toList();
  }

  @Test
  void differentContradictsAChainOfSame() {
    assertThat(chain(rows("a=b", "c=b", "x=y", "c=d"), "d", "a", AnswerKind.DIFFERENT))
        .containsExactly("a=b", "c=b", "c=d");
  }

  @Test
  void sameContradictsADifferenceBetweenTwoGroups() {
    assertThat(chain(rows("a=b", "c=d", "a!=c"), "b", "d", AnswerKind.SAME))
        .containsExactlyInAnyOrder("a=b", "c=d", "a!=c");
    assertThat(chain(rows("a!=b"), "b", "a", AnswerKind.SAME)).containsExactly("a!=b");
    assertThat(chain(rows("a=b"), "b", "a", AnswerKind.DIFFERENT)).containsExactly("a=b");
  }

  @Test
  void whatFollowsOrIsUnsureOrWeakContradictsNothing() {
    List<LabelRow> rows = rows("a=b", "b=c", "c!=d", "w d=e", "a?e");
    assertThat(AnswerConflict.of(rows, "a", "c", AnswerKind.SAME)).isNull();
    assertThat(AnswerConflict.of(rows, "a", "d", AnswerKind.DIFFERENT)).isNull();
    assertThat(AnswerConflict.of(rows, "d", "e", AnswerKind.DIFFERENT)).isNull();
    assertThat(AnswerConflict.of(rows, "a", "d", AnswerKind.UNSURE)).isNull();
    assertThat(AnswerConflict.of(rows, "a", "new", AnswerKind.SAME)).isNull();
  }

  @Test
  void anEarlierContradictionIsNoMatterOfAnotherAnswer() {
    List<LabelRow> rows = rows("a=b", "a!=b", "c=d");
    assertThat(AnswerConflict.of(rows, "d", "e", AnswerKind.SAME)).isNull();
    assertThat(AnswerConflict.of(rows, "a", "c", AnswerKind.SAME)).isNull();
    assertThat(chain(rows, "d", "c", AnswerKind.DIFFERENT)).containsExactly("c=d");
  }
}
