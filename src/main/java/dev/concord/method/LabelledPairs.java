package dev.concord.method;

import dev.concord.constraint.Contradictions;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import dev.concord.error.UnsatisfiableException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Known labels as constraints on pairs: points of one label belong together, points of two labels
 * apart. A chain of must-links through the points of each label and one cannot-link between the
 * first points of any two labels imply all pairs.
 */
public final class LabelledPairs {
  private LabelledPairs() {}

  /**
   * The known labels that hold after {@code method}: those of a method that goes by labels, where
   * they are no more than the clusters; otherwise null.
   */
  public static @Nullable KnownLabels binding(Problem problem, Method method) {
    KnownLabels labels = problem.labels();
    return labels != null && method.usesLabels() && labels.names().length <= problem.clusters()
        ? labels
        : null;
  }

  /**
   * The given pairs and those that follow from the labels, all of these of weight 1.
   *
   * @throws UnsatisfiableException when the pairs alone hold together and the labels contradict
   *     them, naming a cannot-link and the chain of must-links against it
   */
  public static PairConstraints join(PairConstraints pairs, KnownLabels labels) {
    return join(pairs, labels, true, "input.labels", "label");
  }

  /**
   * As {@link #join(PairConstraints, KnownLabels)}.
   *
   * @param hard whether a contradiction is refused
   * @param table the key of the labels, for messages
   * @param word what a label is called there
   */
  public static PairConstraints join(
      PairConstraints pairs, KnownLabels labels, boolean hard, String table, String word) {
    PairConstraints all = joined(pairs, labels);
    if (hard) {
      requireAgreement(pairs, all, table, word);
    }
    return all;
  }

  private static PairConstraints joined(PairConstraints pairs, KnownLabels labels) {
    int[] of = labels.labels();
    int classes = labels.names().length;
    int[] firstOf = new int[classes];
    int[] lastOf = new int[classes];
    Arrays.fill(firstOf, -1);
    PairList added = new PairList(pairs);
    for (int i = 0; i < of.length; i++) {
      if (of[i] >= 0) {
        if (firstOf[of[i]] < 0) {
          firstOf[of[i]] = i;
        } else {
          added.add(lastOf[of[i]], i, true);
        }
        lastOf[of[i]] = i;
      }
    }
    for (int a = 0; a < classes; a++) {
      for (int b = a + 1; b < classes; b++) {
        if (firstOf[a] >= 0 && firstOf[b] >= 0) {
          added.add(firstOf[a], firstOf[b], false);
        }
      }
    }
    return added.on(pairs.points(), pairs.names(), pairs.realValued());
  }

  private static void requireAgreement(
      PairConstraints pairs, PairConstraints all, String table, String word) {
    Contradictions joint = Contradictions.find(all, MustLinkClosure.of(all));
    int alone = Contradictions.find(pairs, MustLinkClosure.of(pairs)).count();
    if (joint.count() > alone) {
      throw new UnsatisfiableException(
          ("%s and input.constraints contradict each other: with points of one %s together and"
                  + " points of two %ss apart, %s cannot-links cannot hold, for example (a=b must"
                  + " be together, a!=b apart) %s. Correct the %s or the pair, give the pair a"
                  + " weight below 1, or set clusters.constraints = soft.")
              .formatted(
                  table, word, word, joint.count(), joint.describe(joint.proofs(1).get(0)), word));
    }
  }
}
