package dev.concord.method.select;

import org.jspecify.annotations.Nullable;

/**
 * How a candidate answered held-out questions. A question that several splits ask counts once, with
 * the mean of its answers, so that a standard error over questions means something.
 */
final class Answers {
  private final Questions questions;
  private final int[] asked;
  private final int[] right;

  Answers(Questions questions) {
    this.questions = questions;
    this.asked = new int[questions.size()];
    this.right = new int[questions.size()];
  }

  /** Takes in the answers of a partition to the questions about points held out. */
  void add(boolean[] heldOut, int[] labels) {
    for (int q = 0; q < asked.length; q++) {
      int a = questions.first(q);
      int b = questions.second(q);
      if (heldOut[a] || heldOut[b]) {
        asked[q]++;
        right[q] += (labels[a] == labels[b]) == questions.must(q) ? 1 : 0;
      }
    }
  }

  /** Questions that were asked at least once. */
  int distinct() {
    int count = 0;
    for (int times : asked) {
      count += times > 0 ? 1 : 0;
    }
    return count;
  }

  /**
   * Half the share of must-links met and half that of cannot-links, weighted by belief: so the rare
   * kind counts as much as the frequent one, and neither one cluster of all points nor a cluster for
   * each comes out well.
   */
  double score() {
    return 0.5 * mean(true, null) + 0.5 * mean(false, null);
  }

  /** The standard error of the difference of two scores over the same questions. */
  double standardError(Answers other) {
    return 0.5 * Math.sqrt(squaredError(true, other) + squaredError(false, other));
  }

  /** By how much this score is above the other. */
  double above(Answers other) {
    return 0.5 * mean(true, other) + 0.5 * mean(false, other);
  }

  private double value(int question, @Nullable Answers other) {
    double own = (double) right[question] / asked[question];
    return other == null ? own : own - (double) other.right[question] / other.asked[question];
  }

  private double mean(boolean kind, @Nullable Answers other) {
    double sum = 0.0;
    double weight = 0.0;
    for (int q = 0; q < asked.length; q++) {
      if (asked[q] > 0 && questions.must(q) == kind) {
        sum += questions.weight(q) * value(q, other);
        weight += questions.weight(q);
      }
    }
    return weight == 0.0 ? 0.0 : sum / weight;
  }

  private double squaredError(boolean kind, Answers other) {
    double mean = mean(kind, other);
    double sum = 0.0;
    double weight = 0.0;
    int count = 0;
    for (int q = 0; q < asked.length; q++) {
      if (asked[q] > 0 && questions.must(q) == kind) {
        double deviation = questions.weight(q) * (value(q, other) - mean);
        sum += deviation * deviation;
        weight += questions.weight(q);
        count++;
      }
    }
    return count < 2 ? 0.0 : sum / (weight * weight) * count / (count - 1.0);
  }
}
