package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The next round is computed while the last questions of a round are open. */
class RoundAheadTest {
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

  @TempDir Path folder;

  private final Deque<Runnable> work = new ArrayDeque<>();
  private final List<List<LabelRow>> asked = new ArrayList<>();
  private String[] second = {"k l", "m n"};
  private boolean fails;
  private LabelTable table;
  private LabelSession session;

  @BeforeEach
  void open() {
    table =
        LabelTable.open(
            folder.resolve("pairs.csv"), new LabelNames("first", "second", "kind", "weight"));
    session = new LabelSession(table, this::next, work::add, () -> NOW);
    work.remove().run();
  }

  @AfterEach
  void close() {
    table.close();
  }

  private Round next(List<LabelRow> answers, int number, Consumer<String> progress) {
    asked.add(answers);
    if (fails) {
      throw new IllegalStateException("no more memory");
    }
    String[] pairs =
        switch (asked.size()) {
          case 1 -> new String[] {"a b", "b c", "d e", "f g", "h i"};
          case 2 -> second;
          default -> new String[] {"p q"};
        };
    return Round.of(LabelSessionTest.questions(number, pairs));
  }

  private Question shown() {
    return Objects.requireNonNull(session.state("x").question());
  }

  private void answer(AnswerKind... kinds) {
    for (AnswerKind kind : kinds) {
      assertThat(session.answer("x", "Ann", shown().number(), kind)).isTrue();
    }
  }

  private LabelState.Kind kind() {
    return session.state("x").kind();
  }

  private void answerFour() {
    answer(AnswerKind.SAME, AnswerKind.SAME, AnswerKind.SAME);
    assertThat(work).isEmpty();
    answer(AnswerKind.SAME);
    assertThat(work).hasSize(1);
  }

  @Test
  void theNextRoundIsThereWithTheLastAnswer() {
    answerFour();
    work.remove().run();
    // The open question counts as unsure for it, and is not in the table.
    assertThat(asked.get(1)).hasSize(5);
    assertThat(asked.get(1).get(4).kind()).isEqualTo(AnswerKind.UNSURE);
    assertThat(asked.get(1).get(4).isAbout("h", "i")).isTrue();
    assertThat(table.rows()).hasSize(4);
    assertThat(kind()).isEqualTo(LabelState.Kind.ASKING);
    assertThat(shown().number()).isEqualTo(5);
    answer(AnswerKind.DIFFERENT);
    assertThat(kind()).isEqualTo(LabelState.Kind.ASKING);
    assertThat(shown().first().id()).isEqualTo("k");
    // The open question might have been asked twice more.
    assertThat(shown().number()).isEqualTo(8);
    assertThat(work).isEmpty();
    assertThat(session.state("x").standing().counts().round()).isEqualTo(2);
  }

  @Test
  void aPersonWhoIsFasterWaitsForIt() {
    answerFour();
    answer(AnswerKind.DIFFERENT);
    assertThat(kind()).isEqualTo(LabelState.Kind.COMPUTING);
    assertThat(work).hasSize(1);
    work.remove().run();
    assertThat(shown().first().id()).isEqualTo("k");
  }

  @Test
  void whatTheLastAnswersSettleIsNotAsked() {
    second = new String[] {"g h", "h i", "a c", "f i", "k l"};
    answerFour();
    work.remove().run();
    answer(AnswerKind.SAME);
    // h i is answered. a c followed before, so there is a reason to ask it; f i and g h are open.
    List<String> pairs = new ArrayList<>();
    while (asked.size() == 2 && pairs.size() < 4) {
      pairs.add(shown().first().id() + " " + shown().second().id());
      answer(AnswerKind.UNSURE);
    }
    assertThat(pairs).containsExactly("g h", "a c", "f i", "k l");
  }

  @Test
  void whatFollowsFromTheLastAnswersIsNotAsked() {
    second = new String[] {"h j", "i j", "k l"};
    table.append("i", "j", AnswerKind.SAME, "Bo", NOW);
    answerFour();
    work.remove().run();
    answer(AnswerKind.SAME);
    // h i is new, so h j follows; i j was known before the round.
    assertThat(shown().first().id() + shown().second().id()).isEqualTo("ij");
  }

  @Test
  void aRoundOfWhichNothingIsOpenIsComputedAgain() {
    second = new String[] {"i h"};
    answerFour();
    work.remove().run();
    answer(AnswerKind.DIFFERENT);
    assertThat(kind()).isEqualTo(LabelState.Kind.COMPUTING);
    work.remove().run();
    assertThat(asked.get(2)).hasSize(5);
    assertThat(shown().first().id()).isEqualTo("p");
    assertThat(shown().number()).isEqualTo(9);
  }

  @Test
  void anAnswerTakenBackMakesItVoid() {
    answerFour();
    work.remove().run();
    assertThat(session.back("x")).isTrue();
    answer(AnswerKind.DIFFERENT);
    assertThat(work).hasSize(1);
    answer(AnswerKind.DIFFERENT);
    assertThat(kind()).isEqualTo(LabelState.Kind.COMPUTING);
    work.remove().run();
    assertThat(asked.get(2)).extracting(LabelRow::kind).contains(AnswerKind.DIFFERENT);
    assertThat(shown().first().id()).isEqualTo("p");
  }

  @Test
  void aRoundThatWasBegunBeforeAnAnswerWasTakenBackIsNotShown() {
    answerFour();
    assertThat(session.back("x")).isTrue();
    answer(AnswerKind.DIFFERENT);
    assertThat(work).hasSize(2);
    work.remove().run();
    answer(AnswerKind.DIFFERENT);
    assertThat(kind()).isEqualTo(LabelState.Kind.COMPUTING);
    work.remove().run();
    assertThat(shown().first().id()).isEqualTo("p");
  }

  @Test
  void oneThatFailsIsComputedAgainWithAllAnswers() {
    answerFour();
    fails = true;
    work.remove().run();
    assertThat(kind()).isEqualTo(LabelState.Kind.ASKING);
    fails = false;
    answer(AnswerKind.DIFFERENT);
    assertThat(kind()).isEqualTo(LabelState.Kind.COMPUTING);
    work.remove().run();
    assertThat(asked.get(2)).hasSize(5);
    assertThat(shown().first().id()).isEqualTo("p");
  }
}
