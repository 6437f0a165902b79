package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers that are the opposite of what sure clusters say. */
class AskedAgainTest {
  @TempDir Path folder;

  private final Deque<Runnable> work = new ArrayDeque<>();
  private final Instant now = Instant.parse("2026-03-04T05:06:07Z");
  private LabelTable table;

  @BeforeEach
  void open() {
    table =
        LabelTable.open(
            folder.resolve("pairs.csv"), new LabelNames("first", "second", "kind", "weight"));
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** Rounds of ten pairs of which the clusters are sure, or not sure. */
  private LabelSession session(@Nullable AnswerKind expected, int opinions) {
    LabelSession session =
        new LabelSession(
            table,
            (answers, number, progress) -> Round.of(questions(number, expected)),
            work::add,
            () -> now,
            opinions);
    work.remove().run();
    return session;
  }

  private static List<Question> questions(int number, @Nullable AnswerKind expected) {
    List<Question> questions = new ArrayList<>();
    for (int q = 0; q < 10; q++) {
      Item first = new Item("a" + (number + q), "", "", List.of());
      Item second = new Item("b" + (number + q), "", "", List.of());
      questions.add(
          new Question(number + q, first, second, "Why.", 0, expected, List.of(), List.of()));
    }
    return questions;
  }

  private static Question shown(LabelSession session) {
    return Objects.requireNonNull(session.state("x").question());
  }

  private static String answer(LabelSession session, AnswerKind kind) {
    Question question = shown(session);
    assertThat(session.answer("x", "Ann", question.number(), kind)).isTrue();
    return question.first().id();
  }

  private List<String> answerAll(LabelSession session, String opposite, AnswerKind... kinds) {
    List<String> asked = new ArrayList<>();
    int next = 0;
    while (session.state("x").kind() == LabelState.Kind.ASKING) {
      boolean odd = shown(session).first().id().equals(opposite) && next < kinds.length;
      asked.add(answer(session, odd ? kinds[next++] : AnswerKind.SAME));
    }
    return asked;
  }

  private List<String> kinds(String first) {
    return table.rows().stream()
        .filter(row -> row.first().equals(first))
        .map(row -> row.kind().word())
        .toList();
  }

  @Test
  void theOppositeOfWhatSureClustersSayIsAskedAgainInTheSameRound() {
    LabelSession session = session(AnswerKind.SAME, 1);
    List<String> asked = answerAll(session, "a2", AnswerKind.DIFFERENT);
    assertThat(asked).containsExactly("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a2", "a8", "a9");
    assertThat(kinds("a2")).containsExactly("unsure", "unsure");
    assertThat(table.rows().get(1).said()).isEqualTo(AnswerKind.DIFFERENT);
  }

  @Test
  void givenThreeTimesItStands() {
    LabelSession session = session(AnswerKind.SAME, 1);
    AnswerKind no = AnswerKind.DIFFERENT;
    List<String> asked = answerAll(session, "a1", no, no, no);
    assertThat(asked).hasSize(10).filteredOn("a1"::equals).hasSize(3);
    assertThat(kinds("a1")).containsExactly("different", "different", "different");
  }

  @Test
  void aRoundWhoseLastAnswerIsOppositeBecomesLonger() {
    LabelSession session = session(AnswerKind.SAME, 1);
    List<String> asked = answerAll(session, "a10", AnswerKind.DIFFERENT);
    assertThat(asked).hasSize(11).endsWith("a10", "a10");
    assertThat(session.state("x").kind()).isEqualTo(LabelState.Kind.COMPUTING);
    while (!work.isEmpty()) {
      work.remove().run();
    }
    assertThat(shown(session).again()).isFalse();
  }

  @Test
  void whatTheClustersSayOrNobodyExpectsIsAskedOnce() {
    assertThat(answerAll(session(AnswerKind.SAME, 1), "a1", AnswerKind.UNSURE)).hasSize(10);
    assertThat(table.rows()).hasSize(10);
    work.clear();
    assertThat(answerAll(session(null, 1), "a1", AnswerKind.DIFFERENT)).doesNotHaveDuplicates();
  }

  @Test
  void severalOpinionsNeedNoSecondLook() {
    LabelSession session = session(AnswerKind.SAME, 2);
    assertThat(answerAll(session, "a1", AnswerKind.DIFFERENT)).doesNotHaveDuplicates();
    assertThat(session.state("x").kind()).isEqualTo(LabelState.Kind.WAITING);
  }

  @Test
  void takenBackTheQuestionIsAskedAsBefore() {
    LabelSession session = session(AnswerKind.SAME, 1);
    answer(session, AnswerKind.DIFFERENT);
    assertThat(session.back("x")).isTrue();
    assertThat(shown(session).first().id()).isEqualTo("a1");
    assertThat(answerAll(session, "")).hasSize(10).startsWith("a1", "a2").doesNotHaveDuplicates();
    assertThat(kinds("a1")).containsExactly("same");
  }

  @Test
  void whoeverConfirmsWhatTheySaidIsAskedAgainNoMore() {
    LabelSession session = session(AnswerKind.SAME, 1);
    List<String> asked = new ArrayList<>();
    while (session.state("x").kind() == LabelState.Kind.ASKING) {
      asked.add(answer(session, AnswerKind.DIFFERENT));
    }
    // Two confirmed answers are no more than two, the third ends it; the round has no room left.
    assertThat(asked)
        .containsExactly("a1", "a2", "a3", "a4", "a5", "a1", "a2", "a3", "a4", "a5", "a1", "a2");
  }
}
