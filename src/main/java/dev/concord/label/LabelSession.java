package dev.concord.label;

import dev.concord.error.InputException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Questions and answers of a round after the other, for several people at once. A person is the
 * owner of the question shown until it is answered, or nothing came for some minutes: then another
 * person may be asked. An answer with another number than that of the owner's question is ignored.
 *
 * <p>The next round is computed from the answers so far when a fifth of the questions is open, and
 * shown when all are answered, without those that the last answers settle. It does not ask what is
 * open then. An answer that is taken back or set aside meanwhile makes it void.
 *
 * <p>The table is read again where another program changed it; rounds computed before are void
 * then. An answer that cannot be written is not taken: its question stays open.
 *
 * <p>An answer that is the opposite of what sure clusters say is asked for again, some questions
 * later; the last question of the round makes room. Not where people mostly confirm what they said
 * ({@link SecondLooks}), nor where several people answer each question: their opinions are enough.
 *
 * <p>Thread-safe. Rounds are computed by the executor, one at a time.
 */
public final class LabelSession {
  /** A question goes to another person when its owner did not come back within this time. */
  static final Duration LEASE = Duration.ofMinutes(5);

  private final LabelTable table;
  private final QuestionRounds rounds;
  private final Executor executor;
  private final InstantSource clock;
  private final int opinions;
  private final RoundQuestions asked;
  private final Map<String, Pending> pending = new HashMap<>();
  private final Map<String, Deque<Given>> given = new HashMap<>();
  private final RoundAhead ahead = new RoundAhead();
  private final SecondLooks second = new SecondLooks();
  private final List<LabelState.Change> course = new ArrayList<>();
  private Round last = Round.of(List.of());
  private boolean computing;
  private boolean done;
  private String text = "";
  private String failure = "";
  private int round;
  private int number = 1;

  private record Pending(RoundQuestions.Asked asked, AnswerKind kind, AnswerConflict conflict) {}

  private record Given(Question question, LabelRow row) {}

  /** A session in which one person answers a question; its first round is asked for at once. */
  public LabelSession(
      LabelTable table, QuestionRounds rounds, Executor executor, InstantSource clock) {
    this(table, rounds, executor, clock, 1);
  }

  /**
   * A session whose first round is asked for at once.
   *
   * @param opinions so many people answer each question
   */
  public LabelSession(
      LabelTable table,
      QuestionRounds rounds,
      Executor executor,
      InstantSource clock,
      int opinions) {
    this.opinions = opinions;
    this.asked = new RoundQuestions(clock, LEASE);
    this.table = table;
    this.rounds = rounds;
    this.executor = executor;
    this.clock = clock;
    compute();
  }

  private synchronized void compute() {
    computing = true;
    failure = "";
    text = "";
    try {
      refresh();
    } catch (InputException e) {
      failed(e); // somebody edits the table; the page has a button to try again
      return;
    }
    if (!ahead.isRunning()) {
      begin();
    }
  }

  /** A round rests on answers that another program may have changed in the file. */
  private void refresh() {
    if (table.refresh()) {
      ahead.drop();
    }
  }

  private void begin() {
    int order = ahead.begin();
    int first = number + asked.open().size() * (SecondLooks.JUDGED - 1); // each may be asked again
    List<LabelRow> answers = table.rows();
    List<LabelRow> seen = withOpen(answers);
    executor.execute(
        () ->
            arrive(
                order,
                () -> new RoundAhead.Made(answers, rounds.next(seen, first, this::progress))));
  }

  /** And a row of kind unsure for each open question about another pair: nobody is asked twice. */
  private List<LabelRow> withOpen(List<LabelRow> answers) {
    List<LabelRow> all = new ArrayList<>(answers);
    for (Question one : asked.open()) {
      String first = one.first().id();
      String second = one.second().id();
      if (answers.stream().noneMatch(row -> row.isAbout(first, second))) {
        all.add(table.unsure(first, second, clock.instant()));
      }
    }
    return all;
  }

  private synchronized void progress(String words) {
    text = words;
  }

  private void arrive(int order, Supplier<RoundAhead.Made> next) {
    try {
      arrived(order, next.get());
    } catch (Exception e) { // Scala throws checked ones that no method declares
      fail(order, e);
    } catch (Error e) {
      fail(order, e); // else the page would wait for ever
      throw e;
    }
  }

  private synchronized void arrived(int order, RoundAhead.Made made) {
    if (ahead.ended(order)) {
      if (computing) {
        take(made);
      } else {
        ahead.keep(made);
      }
    }
  }

  private void take(RoundAhead.Made made) {
    List<Question> questions = made.open(table.rows());
    for (Question question : made.round().questions()) {
      number = Math.max(number, question.number() + 1);
    }
    if (questions.isEmpty() && !made.round().questions().isEmpty()) {
      compute();
      return;
    }
    last = made.round();
    if (last.stability().isKnown()) {
      course.add(new LabelState.Change(made.answers().size(), last.stability().moved()));
    }
    computing = false;
    asked.begin(questions);
    round++;
    done = questions.isEmpty();
  }

  /** A round ahead of its time that fails is computed again when all questions are answered. */
  private synchronized void fail(int order, Throwable e) {
    if (ahead.ended(order) && computing) {
      failed(e);
    }
  }

  private void failed(Throwable e) {
    computing = false;
    failure = e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /** What a person is shown now. */
  public synchronized LabelState state(String owner) {
    Pending open = open(owner);
    if (open != null) {
      return state(
          owner, LabelState.Kind.CONFLICT, open.asked().question(), open.kind(), open.conflict());
    }
    RoundQuestions.Asked mine = computing ? null : asked.next(owner);
    LabelState.Kind kind =
        mine != null
            ? LabelState.Kind.ASKING
            : computing
                ? LabelState.Kind.COMPUTING
                : !failure.isEmpty()
                    ? LabelState.Kind.FAILED
                    : done ? LabelState.Kind.DONE : LabelState.Kind.WAITING;
    return state(owner, kind, mine == null ? null : mine.question(), null, null);
  }

  /** The contradiction that waits for a person; gone with the question, if another has it now. */
  private @Nullable Pending open(String owner) {
    Pending open = pending.get(owner);
    if (open != null && !asked.isOf(open.asked(), owner)) {
      pending.remove(owner);
      return null;
    }
    return open;
  }

  private LabelState state(
      String owner,
      LabelState.Kind kind,
      @Nullable Question question,
      @Nullable AnswerKind answer,
      @Nullable AnswerConflict conflict) {
    List<LabelRow> rows = table.rows();
    Function<AnswerKind, Long> count =
        wanted -> rows.stream().filter(row -> row.kind() == wanted).count();
    LabelState.Counts counts =
        new LabelState.Counts(
            round,
            asked.size() - asked.open().size(),
            asked.size(),
            count.apply(AnswerKind.SAME),
            count.apply(AnswerKind.DIFFERENT),
            count.apply(AnswerKind.UNSURE));
    return new LabelState(
        kind,
        kind == LabelState.Kind.FAILED ? failure : text,
        question,
        answer,
        conflict,
        new LabelState.Standing(counts, KnownClasses.of(rows), Disagreement.in(rows), course, last),
        !computing && !given.getOrDefault(owner, new ArrayDeque<>()).isEmpty());
  }

  /**
   * Takes an answer; one that contradicts earlier answers waits until {@link #resolve}.
   *
   * @param who stands in the table
   * @return whether it was taken, else ignored
   */
  public synchronized boolean answer(String owner, String who, int question, AnswerKind kind) {
    RoundQuestions.Asked mine = computing ? null : asked.owned(owner, question);
    if (mine == null || open(owner) != null) {
      return false;
    }
    refresh();
    give(owner, who, mine, kind);
    return true;
  }

  private void give(String owner, String who, RoundQuestions.Asked mine, AnswerKind kind) {
    Question question = mine.question();
    String first = question.first().id();
    String second = question.second().id();
    Instant now = clock.instant();
    if (isDenied(first, second, kind, who)) {
      LabelRow row = table.disagree(first, second, kind, who, now);
      ahead.drop();
      taken(owner, mine, row);
      return;
    }
    List<LabelRow> others = table.rows();
    if (question.again()) {
      others =
          others.stream()
              .filter(row -> !LabelTable.isReplaced(row, first, second, kind, who))
              .toList();
    }
    AnswerConflict conflict = AnswerConflict.of(others, first, second, kind);
    if (conflict != null) {
      pending.put(owner, new Pending(mine, kind, conflict));
    } else if (others.size() == table.rows().size()) {
      taken(owner, mine, table.append(first, second, kind, who, now));
    } else {
      LabelRow row =
          kind == AnswerKind.UNSURE
              ? table.replace(first, second, who, now)
              : table.disagree(first, second, kind, who, now);
      ahead.drop();
      taken(owner, mine, row);
    }
  }

  /** Whether another person said the opposite about the pair. */
  private boolean isDenied(String first, String second, AnswerKind kind, String who) {
    return kind != AnswerKind.UNSURE
        && table.rows().stream()
            .filter(row -> row.hard() && row.isAbout(first, second))
            .filter(row -> row.kind() != AnswerKind.UNSURE && row.kind() != kind)
            .anyMatch(row -> !row.who().isEmpty() && !row.who().equals(LabelTable.name(who)));
  }

  private void taken(String owner, RoundQuestions.Asked mine, LabelRow row) {
    pending.remove(owner);
    asked.answered(mine, owner, opinions);
    given.computeIfAbsent(owner, key -> new ArrayDeque<>()).push(new Given(mine.question(), row));
    if (mine.question().isSecondLook() && isClear(row)) {
      second.add(row.said() == null);
    }
    boolean due = mine.question().isAskedAgainAfter(row.kind());
    if (opinions == 1 && due && second.areWorthwhile()) {
      asked.again(mine.question(), number++);
    }
    int open = asked.open().size();
    RoundAhead.Made made = open == 0 ? ahead.take() : null;
    if (made != null) {
      take(made);
    } else if (open == 0) {
      compute();
    } else if (ahead.isDue(open, asked.size())) {
      begin();
    }
  }

  /** Whether an answer was no unsure one, but perhaps set aside. */
  private static boolean isClear(LabelRow row) {
    return row.said() != null || row.kind() != AnswerKind.UNSURE;
  }

  /**
   * Ends a contradiction.
   *
   * @param link the earlier answer of the chain to take back, or -1: the new one, asked again
   * @return whether there was such a contradiction
   */
  public synchronized boolean resolve(String owner, String who, int question, int link) {
    Pending open = open(owner);
    RoundQuestions.Asked mine = computing ? null : asked.owned(owner, question);
    if (open == null || mine == null || open.asked() != mine) {
      return false;
    }
    List<LabelRow> chain = open.conflict().chain();
    if (link < -1 || link >= chain.size()) {
      return false;
    }
    if (link < 0) {
      pending.remove(owner);
      return true;
    }
    refresh();
    LabelRow wrong = chain.get(link);
    table.remove(
        table.rows().stream()
            .filter(row -> row.kind() == wrong.kind() && row.isAbout(wrong.first(), wrong.second()))
            .toList());
    ahead.drop();
    pending.remove(owner);
    give(owner, who, mine, open.kind());
    return true;
  }

  /** Takes the last answer of a person back, and asks its question again. */
  public synchronized boolean back(String owner) {
    Deque<Given> mine = given.get(owner);
    if (computing || mine == null || mine.isEmpty() || open(owner) != null) {
      return false;
    }
    refresh();
    Given last = mine.peek();
    table.remove(List.of(last.row()));
    mine.pop();
    if (last.question().isSecondLook() && isClear(last.row())) {
      second.remove(last.row().said() == null);
    }
    ahead.drop();
    failure = "";
    done = false;
    asked.backTo(last.question(), owner);
    return true;
  }

  /** Tries a round again that could not be computed. */
  public synchronized boolean retry() {
    if (failure.isEmpty() || computing) {
      return false;
    }
    compute();
    return true;
  }

  /** How many answers people gave here and did not take back. */
  public synchronized int answers() {
    return given.values().stream().mapToInt(Deque::size).sum();
  }
}
