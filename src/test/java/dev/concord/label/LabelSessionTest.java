package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.error.UnsatisfiableException;
import dev.concord.suggest.Stability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions and answers of several people. */
class LabelSessionTest {
  @TempDir Path folder;

  private final Deque<Runnable> work = new ArrayDeque<>();
  private final List<List<LabelRow>> asked = new ArrayList<>();
  private Instant now = Instant.parse("2026-03-04T05:06:07Z");
  private LabelTable table;
  private LabelSession session;

  @BeforeEach
  void open() {
    table =
        LabelTable.open(
            folder.resolve("pairs.csv"), new LabelNames("first", "second", "kind", "weight"));
    session = new LabelSession(table, this::next, work::add, () -> now);
  }

  @AfterEach
  void close() {
    table.close();
  }

  private Round next(
      List<LabelRow> answers, int number, java.util.function.Consumer<String> progress) {
    asked.add(answers);
    progress.accept("graph");
    return switch (asked.size()) {
      case 1 -> Round.of(questions(number, "a b", "b c", "a c"));
      case 2 -> Round.of(questions(number, "d e"));
      case 3 -> throw new UnsatisfiableException("four classes for three clusters");
      default -> Round.of(List.of());
    };
  }

  static List<Question> questions(int number, String... pairs) {
    List<Question> questions = new ArrayList<>();
    for (String pair : pairs) {
      String[] ends = pair.split(" ", -1);
      questions.add(
          new Question(
              number + questions.size(),
              new Item(ends[0], "", "", List.of()),
              new Item(ends[1], "", "", List.of()),
              "A reason.",
              0,
              null,
              List.of(),
              List.of()));
    }
    return questions;
  }

  private int number(String person) {
    return Objects.requireNonNull(session.state(person).question()).number();
  }

  private LabelState.Kind kind(String person) {
    return session.state(person).kind();
  }

  private List<String> lines() {
    return table.rows().stream()
        .map(row -> row.first() + " " + row.kind().word() + " " + row.second() + " " + row.who())
        .toList();
  }

  @Test
  void roundsFollowEachOtherWithTheAnswersSoFar() {
    assertThat(kind("x")).isEqualTo(LabelState.Kind.COMPUTING);
    work.remove().run();
    assertThat(session.answer("x", "Ann", number("x"), AnswerKind.SAME)).isTrue();
    assertThat(session.answer("x", "Ann", number("x"), AnswerKind.UNSURE)).isTrue();
    assertThat(session.answer("x", "Ann", number("x"), AnswerKind.SAME)).isTrue();
    assertThat(kind("x")).isEqualTo(LabelState.Kind.COMPUTING);
    assertThat(session.back("x")).isFalse();
    work.remove().run();
    assertThat(asked.get(1)).hasSize(3);
    assertThat(number("x")).isEqualTo(4);
    session.answer("x", "Ann", 4, AnswerKind.DIFFERENT);
    work.remove().run();
    assertThat(kind("x")).isEqualTo(LabelState.Kind.FAILED);
    assertThat(session.state("x").text()).isEqualTo("four classes for three clusters");
    assertThat(session.back("x")).isTrue();
    assertThat(number("x")).isEqualTo(4);
    session.answer("x", "Ann", 4, AnswerKind.SAME);
    work.remove().run();
    assertThat(kind("x")).isEqualTo(LabelState.Kind.DONE);
    assertThat(lines())
        .containsExactly("a same b Ann", "b unsure c Ann", "a same c Ann", "d same e Ann");
    assertThat(session.answers()).isEqualTo(4);
  }

  @Test
  void aSecondAnswerToAQuestionIsIgnored() {
    work.remove().run();
    int first = number("x");
    assertThat(session.answer("x", "Ann", first, AnswerKind.SAME)).isTrue();
    assertThat(session.answer("x", "Ann", first, AnswerKind.DIFFERENT)).isFalse();
    assertThat(session.answer("y", "Bo", number("x"), AnswerKind.SAME)).isFalse();
    assertThat(session.answer("x", "Ann", 99, AnswerKind.SAME)).isFalse();
    assertThat(lines()).containsExactly("a same b Ann");
  }

  @Test
  void twoPeopleGetDifferentQuestionsAndAForgottenOneGoesOn() {
    work.remove().run();
    assertThat(number("x")).isEqualTo(1);
    assertThat(number("y")).isEqualTo(2);
    assertThat(number("z")).isEqualTo(3);
    assertThat(kind("late")).isEqualTo(LabelState.Kind.WAITING);
    assertThat(number("x")).isEqualTo(1);
    now = now.plus(LabelSession.LEASE).plusSeconds(1);
    assertThat(number("late")).isEqualTo(1);
    assertThat(session.answer("x", "Ann", 1, AnswerKind.SAME)).isFalse();
    assertThat(session.answer("late", "Cy", 1, AnswerKind.SAME)).isTrue();
    assertThat(lines()).containsExactly("a same b Cy");
  }

  @Test
  void aContradictionWaitsUntilOneAnswerIsTakenBack() {
    work.remove().run();
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    assertThat(number("x")).isEqualTo(3);
    assertThat(session.answer("x", "Ann", 3, AnswerKind.DIFFERENT)).isTrue();
    assertThat(kind("x")).isEqualTo(LabelState.Kind.CONFLICT);
    assertThat(lines()).hasSize(2);
    assertThat(session.answer("x", "Ann", 3, AnswerKind.DIFFERENT)).isFalse();
    assertThat(session.resolve("y", "Bo", 3, -1)).isFalse();
    assertThat(session.resolve("x", "Ann", 3, 2)).isFalse();

    assertThat(session.resolve("x", "Ann", 3, -1)).isTrue();
    assertThat(kind("x")).isEqualTo(LabelState.Kind.ASKING);
    assertThat(number("x")).isEqualTo(3);
    assertThat(lines()).hasSize(2);

    session.answer("x", "Ann", 3, AnswerKind.DIFFERENT);
    assertThat(session.resolve("x", "Ann", 3, 1)).isTrue();
    assertThat(lines()).containsExactly("a same b Ann", "a different c Ann");
    assertThat(kind("x")).isEqualTo(LabelState.Kind.COMPUTING);
  }

  @Test
  void aContradictionEndsWhenItsQuestionGoesToAnotherPerson() {
    work.remove().run();
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    session.answer("x", "Ann", number("x"), AnswerKind.DIFFERENT);
    assertThat(kind("x")).isEqualTo(LabelState.Kind.CONFLICT);
    now = now.plus(LabelSession.LEASE).plusSeconds(1);
    assertThat(number("y")).isEqualTo(3);

    assertThat(kind("x")).isEqualTo(LabelState.Kind.WAITING);
    assertThat(session.answer("y", "Bo", 3, AnswerKind.SAME)).isTrue();
    work.remove().run();
    assertThat(session.answer("x", "Ann", number("x"), AnswerKind.SAME)).isTrue();
  }

  @Test
  void anErrorOfARoundIsShown() {
    LabelSession failing =
        new LabelSession(
            table,
            (answers, number, progress) -> {
              throw new NoClassDefFoundError("a/Class");
            },
            work::add,
            () -> now);
    work.remove();
    assertThatThrownBy(work.remove()::run).isInstanceOf(NoClassDefFoundError.class);
    assertThat(failing.state("x").kind()).isEqualTo(LabelState.Kind.FAILED);
    assertThat(failing.state("x").text()).isEqualTo("a/Class");
  }

  @Test
  void backTakesTheOwnLastAnswerBack() {
    work.remove().run();
    assertThat(session.back("x")).isFalse();
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    session.answer("y", "Bo", number("y"), AnswerKind.DIFFERENT);
    assertThat(session.state("x").mayGoBack()).isTrue();
    assertThat(number("x")).isEqualTo(3);
    assertThat(session.back("x")).isTrue();
    assertThat(lines()).containsExactly("b different c Bo");
    assertThat(number("x")).isEqualTo(1);
    assertThat(number("y")).isEqualTo(3);
    assertThat(session.back("x")).isFalse();
  }

  @Test
  void differentAnswersOfTwoPeopleAreADisagreementAndNoConstraint() throws IOException {
    work.clear();
    asked.clear();
    LabelSession two = new LabelSession(table, this::next, work::add, () -> now, 2);
    work.remove().run();
    assertThat(number(two, "x")).isEqualTo(1);
    assertThat(two.answer("x", "Ann", 1, AnswerKind.SAME)).isTrue();
    // The same person is not asked again; another one is, and does not see the first answer.
    assertThat(number(two, "x")).isEqualTo(2);
    assertThat(number(two, "y")).isEqualTo(1);
    assertThat(two.answer("y", "Bo", 1, AnswerKind.DIFFERENT)).isTrue();
    assertThat(two.state("y").kind()).isEqualTo(LabelState.Kind.ASKING);
    assertThat(two.state("x").standing().disagreements())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.first() + one.second()).isEqualTo("ab");
              assertThat(one.rows()).extracting(LabelRow::who).containsExactly("Ann", "Bo");
              assertThat(one.rows())
                  .extracting(LabelRow::said)
                  .containsExactly(AnswerKind.SAME, AnswerKind.DIFFERENT);
            });
    assertThat(Files.readAllLines(folder.resolve("pairs.csv")))
        .containsExactly(
            "first,second,kind,who,when,said",
            "a,b,unsure,Ann,2026-03-04T05:06:07Z,must-link",
            "a,b,unsure,Bo,2026-03-04T05:06:07Z,cannot-link");

    // Taken back, the other answer counts again.
    assertThat(two.back("y")).isTrue();
    assertThat(lines()).containsExactly("a same b Ann");
    assertThat(two.state("x").standing().disagreements()).isEmpty();
    assertThat(number(two, "y")).isEqualTo(1);
    assertThat(two.answer("y", "Bo", 1, AnswerKind.SAME)).isTrue();
    assertThat(lines()).containsExactly("a same b Ann", "a same b Bo");
  }

  private static int number(LabelSession session, String person) {
    return Objects.requireNonNull(session.state(person).question()).number();
  }

  @Test
  void onePersonWhoChangesTheirMindGetsTheChain() {
    table.append("a", "b", AnswerKind.SAME, "Ann", now);
    work.clear();
    session = new LabelSession(table, this::next, work::add, () -> now);
    work.remove().run();
    assertThat(session.answer("x", "Ann", number("x"), AnswerKind.DIFFERENT)).isTrue();
    assertThat(kind("x")).isEqualTo(LabelState.Kind.CONFLICT);
    assertThat(lines()).hasSize(1);
  }

  /** A session that asks again about a and b. */
  private LabelSession asksAgain() {
    Question plain = questions(1, "a b").get(0);
    work.clear();
    LabelSession again =
        new LabelSession(
            table,
            (answers, number, progress) ->
                Round.of(
                    List.of(
                        new Question(
                            number,
                            plain.first(),
                            plain.second(),
                            plain.why(),
                            1,
                            null,
                            List.of(),
                            List.of()))),
            work::add,
            () -> now);
    work.remove().run();
    return again;
  }

  @Test
  void theOppositeAnswerToAQuestionAskedAgainSetsBothAside() throws IOException {
    table.append("a", "b", AnswerKind.SAME, "Ann", now);
    LabelSession again = asksAgain();
    assertThat(again.answer("x", "Ann", number(again, "x"), AnswerKind.DIFFERENT)).isTrue();
    assertThat(Files.readAllLines(folder.resolve("pairs.csv")))
        .containsExactly(
            "first,second,kind,who,when,said",
            "a,b,unsure,Ann,2026-03-04T05:06:07Z,must-link",
            "a,b,unsure,Ann,2026-03-04T05:06:07Z,cannot-link");
    assertThat(again.state("x").standing().disagreements()).hasSize(1);

    // Taken back, the earlier answer counts again.
    work.remove().run();
    assertThat(again.back("x")).isTrue();
    assertThat(lines()).containsExactly("a same b Ann");
    assertThat(again.answer("x", "Ann", number(again, "x"), AnswerKind.UNSURE)).isTrue();
    assertThat(lines()).containsExactly("a unsure b Ann", "a unsure b Ann");
    assertThat(table.rows()).extracting(LabelRow::said).containsExactly(AnswerKind.SAME, null);
  }

  @Test
  void theSameAnswerAgainIsARowOfItsOwn() {
    table.append("a", "b", AnswerKind.SAME, "Ann", now);
    LabelSession again = asksAgain();
    assertThat(again.answer("x", "Ann", number(again, "x"), AnswerKind.SAME)).isTrue();
    assertThat(lines()).containsExactly("a same b Ann", "a same b Ann");
  }

  @Test
  void anotherPersonsOtherAnswerToAQuestionAskedAgainIsADisagreement() {
    table.append("a", "b", AnswerKind.SAME, "Ann", now);
    LabelSession again = asksAgain();
    assertThat(again.answer("y", "Bo", number(again, "y"), AnswerKind.DIFFERENT)).isTrue();
    assertThat(lines()).containsExactly("a unsure b Ann", "a unsure b Bo");
    assertThat(again.state("y").standing().disagreements()).hasSize(1);
  }

  @Test
  void aNewAnswerThatContradictsOtherAnswersGetsTheirChain() {
    table.append("a", "b", AnswerKind.SAME, "Ann", now);
    table.append("b", "c", AnswerKind.SAME, "Ann", now);
    table.append("a", "c", AnswerKind.SAME, "Ann", now);
    LabelSession again = asksAgain();
    assertThat(again.answer("x", "Ann", number(again, "x"), AnswerKind.DIFFERENT)).isTrue();
    LabelState state = again.state("x");
    assertThat(state.kind()).isEqualTo(LabelState.Kind.CONFLICT);
    assertThat(Objects.requireNonNull(state.conflict()).chain())
        .extracting(row -> row.first() + row.second())
        .containsExactlyInAnyOrder("ac", "bc");
    assertThat(again.resolve("x", "Ann", Objects.requireNonNull(state.question()).number(), 0))
        .isTrue();
    assertThat(lines()).hasSize(3).contains("a unsure b Ann").doesNotContain("a same b Ann");
  }

  private Path file() {
    return folder.resolve("pairs.csv");
  }

  @Test
  void whatCannotBeWrittenIsNotTakenAndNothingIsLost() throws IOException {
    work.remove().run();
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    String text = Files.readString(file());
    Files.writeString(file(), text + "broken\n");
    int second = number("x");
    assertThatThrownBy(() -> session.answer("x", "Ann", second, AnswerKind.SAME))
        .isInstanceOf(InputException.class);
    assertThatThrownBy(() -> session.back("x")).isInstanceOf(InputException.class);
    Files.writeString(file(), text);
    assertThat(session.state("x").mayGoBack()).isTrue();
    assertThat(session.back("x")).isTrue();
    assertThat(number("x")).isEqualTo(1);
    assertThat(lines()).isEmpty();
  }

  @Test
  void aContradictionOutlivesAWriteThatFails() throws IOException {
    work.remove().run();
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    session.answer("x", "Ann", number("x"), AnswerKind.DIFFERENT);
    String text = Files.readString(file());
    Files.writeString(file(), text + "broken\n");
    assertThatThrownBy(() -> session.resolve("x", "Ann", 3, 0)).isInstanceOf(InputException.class);
    assertThat(kind("x")).isEqualTo(LabelState.Kind.CONFLICT);
    Files.writeString(file(), text);
    assertThat(session.resolve("x", "Ann", 3, 0)).isTrue();
    assertThat(lines()).hasSize(2);
  }

  @Test
  void aRoundRestsOnTheTableAsOthersLeftIt() throws IOException {
    work.remove().run();
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    session.answer("x", "Ann", number("x"), AnswerKind.UNSURE);
    Files.writeString(file(), Files.readString(file()) + "c,a,cannot-link,Bo,");
    // Bo has judged the pair meanwhile: it is a disagreement.
    session.answer("x", "Ann", number("x"), AnswerKind.SAME);
    work.remove().run();
    assertThat(asked.get(1)).hasSize(4);
    assertThat(session.state("x").standing().disagreements()).hasSize(1);
  }

  @Test
  void aTableAtFaultStopsTheRoundUntilItIsCorrected() throws IOException {
    String text = Files.readString(file());
    Files.writeString(file(), text + "broken\n");
    LabelSession late = new LabelSession(table, this::next, work::add, () -> now);
    assertThat(late.state("x").kind()).isEqualTo(LabelState.Kind.FAILED);
    assertThat(late.state("x").text()).contains("'broken'");
    assertThat(late.retry()).isTrue();
    assertThat(late.state("x").kind()).isEqualTo(LabelState.Kind.FAILED);
    Files.writeString(file(), text);
    assertThat(late.retry()).isTrue();
    assertThat(late.state("x").kind()).isEqualTo(LabelState.Kind.COMPUTING);
  }

  @Test
  void thePageShowsWhatTheAnswersOfEachRoundChanged() {
    double[] moved = {Double.NaN, 0.25, 0.05, 0.0};
    int[] rounds = {0};
    Path file = folder.resolve("course.csv");
    try (LabelTable own =
        LabelTable.open(file, new LabelNames("first", "second", "kind", "weight"))) {
      LabelSession course =
          new LabelSession(
              own,
              (answers, number, progress) -> {
                int r = rounds[0]++;
                return new Round(
                    questions(number, "a" + r + " b" + r, "c" + r + " d" + r),
                    List.of(),
                    0,
                    new Stability(moved[r], 0));
              },
              Runnable::run,
              () -> now);
      assertThat(LabelPage.html("t", course.state("ann"), "")).doesNotContain("<svg");
      for (int answer = 0; answer < 6; answer++) {
        int asked = Objects.requireNonNull(course.state("ann").question()).number();
        assertThat(course.answer("ann", "ann", asked, AnswerKind.DIFFERENT)).isTrue();
      }
      LabelState state = course.state("ann");
      assertThat(state.standing().course().stream().map(LabelState.Change::moved))
          .containsExactly(0.25, 0.05, 0.0);
      assertThat(state.standing().course().stream().map(LabelState.Change::answers))
          .isSorted()
          .doesNotHaveDuplicates();
      String page = LabelPage.html("t", state, "");
      assertThat(page)
          .contains("role=\"img\" aria-labelledby=\"course course-text\"")
          .contains("at most 25.0 %")
          .contains("points=\"0.0,0.0 150.0,64.0 300.0,80.0\"")
          .containsPattern(">25.0 % after \\d answers, 5.0 % after \\d answers, 0.0 % after")
          .contains("<td>5.0 %</td>");
    }
  }
}
