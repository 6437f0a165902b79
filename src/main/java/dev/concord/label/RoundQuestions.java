package dev.concord.label;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The questions of a round, who has them, and which are answered. Not thread-safe. */
final class RoundQuestions {
  private final InstantSource clock;
  private final Duration lease;
  private final List<Asked> asked = new ArrayList<>();

  /** A question and who has it. */
  static final class Asked {
    private final Question question;
    private String owner = "";
    private Instant until = Instant.EPOCH;
    private final Set<String> by = new HashSet<>();
    private boolean answered;

    /** The question that made room for this one, or null. */
    private final @Nullable Asked instead;

    private Asked(Question question, @Nullable Asked instead) {
      this.question = question;
      this.instead = instead;
    }

    Question question() {
      return question;
    }

    private boolean isOf(String person) {
      return !answered && owner.equals(person);
    }

    private void release() {
      owner = "";
      until = Instant.EPOCH;
    }
  }

  /**
   * @param lease so long after it was last shown to its owner a question goes to nobody else
   */
  RoundQuestions(InstantSource clock, Duration lease) {
    this.clock = clock;
    this.lease = lease;
  }

  /** The questions of the next round replace the others. */
  void begin(List<Question> questions) {
    asked.clear();
    questions.forEach(question -> asked.add(new Asked(question, null)));
  }

  int size() {
    return asked.size();
  }

  /** The questions that are not answered, in the order in which they are asked. */
  List<Question> open() {
    return asked.stream().filter(one -> !one.answered).map(one -> one.question).toList();
  }

  boolean isOf(Asked one, String owner) {
    return asked.contains(one) && one.isOf(owner);
  }

  /** The question that a person has, or the next one, which is then theirs; null: there is none. */
  @Nullable Asked next(String owner) {
    Instant now = clock.instant();
    Asked mine = null;
    for (Asked one : asked) {
      if (one.isOf(owner)) {
        mine = one;
        break;
      }
      boolean free = !one.answered && one.until.isBefore(now) && !one.by.contains(owner);
      if (free && mine == null) {
        mine = one;
      }
    }
    if (mine != null) {
      take(mine, owner);
    }
    return mine;
  }

  private void take(Asked one, String owner) {
    one.owner = owner;
    one.until = clock.instant().plus(lease);
  }

  /** The question of this number, if a person has it. */
  @Nullable Asked owned(String owner, int number) {
    return asked.stream()
        .filter(one -> one.isOf(owner) && one.question.number() == number)
        .findFirst()
        .orElse(null);
  }

  /**
   * A person answered.
   *
   * @param opinions so many people answer each question
   */
  void answered(Asked one, String owner, int opinions) {
    one.by.add(owner);
    one.release();
    one.answered = one.by.size() >= opinions;
  }

  /**
   * Asks a question again, after some others. The last one that nobody has makes room, so that the
   * round does not become longer; if there is none, it becomes longer by one.
   *
   * @param number of the new question
   */
  void again(Question question, int number) {
    Instant now = clock.instant();
    Asked last = null;
    for (Asked one : asked) {
      boolean free = !one.answered && one.by.isEmpty() && one.until.isBefore(now);
      last = free && !one.question.again() ? one : last;
    }
    asked.remove(last);
    int at = 0;
    for (int others = 0; at < asked.size() && others < SecondLooks.BETWEEN; at++) {
      others += asked.get(at).answered ? 0 : 1;
    }
    asked.add(at, new Asked(question.askedAgain(number), last));
  }

  /** A person has a question again that was answered, and no other; a second look is not due. */
  void backTo(Question question, String owner) {
    asked.stream().filter(one -> one.isOf(owner)).forEach(Asked::release);
    Asked before =
        asked.stream()
            .filter(one -> one.question.number() == question.number())
            .findFirst()
            .orElse(null);
    Asked again = new Asked(question, before == null ? null : before.instead);
    if (before != null) {
      again.by.addAll(before.by);
    }
    again.by.remove(owner);
    asked.removeIf(one -> one.question.number() == question.number());
    for (Asked one : List.copyOf(asked)) {
      if (!one.answered && one.question.isAboutPairOf(question)) {
        asked.remove(one);
        if (one.instead != null) {
          asked.add(one.instead);
        }
      }
    }
    take(again, owner);
    asked.add(0, again);
  }
}
