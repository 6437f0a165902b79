package dev.concord.cli.page;

import dev.concord.constraint.Contradictions;
import dev.concord.constraint.PairConstraints;
import dev.concord.metric.PairEvidence;
import dev.concord.metric.Violations;
import dev.concord.report.ReportModel;
import dev.concord.report.ReportModel.Constraints;
import dev.concord.report.ReportModel.JudgedPair;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The constraints that were met, broken, and met against the graph. */
public final class ConstraintFacts {
  private static final int VIOLATIONS_SHOWN = 50;
  private static final int SUSPECTS_SHOWN = 20;

  /** Contradictions for which a chain of must-links is looked for. */
  private static final int PROOFS = 2000;

  private final ClusterOutcome outcome;
  private final PairConstraints pairs;
  private final EvidenceText words;
  private final double[] against;

  private ConstraintFacts(ClusterOutcome outcome, Map<Integer, int[]> chains) {
    this.outcome = outcome;
    this.pairs = outcome.constraints();
    this.words = new EvidenceText(outcome, chains);
    this.against = outcome.against();
  }

  /** The section's content; null without constraints. */
  public static @Nullable Constraints of(ClusterOutcome outcome) {
    PairConstraints pairs = outcome.constraints();
    if (pairs.size() == 0) {
      return null;
    }
    Map<Integer, int[]> chains = new HashMap<>();
    for (Contradictions.Proof proof :
        Contradictions.find(pairs, outcome.closure()).proofs(PROOFS)) {
      chains.put(proof.pair(), proof.path());
    }
    return new ConstraintFacts(outcome, chains).section();
  }

  private Constraints section() {
    Violations violations = outcome.violations();
    boolean[] satisfied = violations.satisfied();
    IntPredicate suspect = p -> satisfied[p] && against[p] >= PairEvidence.SUSPICIOUS;
    long suspicious = 0;
    for (int p = 0; p < satisfied.length; p++) {
      suspicious += suspect.test(p) ? 1 : 0;
    }
    return new Constraints(
        List.of(
            new ReportModel.Kind("must-link", violations.mustTotal(), violations.mustViolated()),
            new ReportModel.Kind(
                "cannot-link", violations.cannotTotal(), violations.cannotViolated())),
        strongest(p -> !satisfied[p], VIOLATIONS_SHOWN),
        strongest(suspect, SUSPECTS_SHOWN),
        suspicious,
        outcome.unsure());
  }

  /** The pairs with the most evidence against them, the first ones among equals. */
  private List<JudgedPair> strongest(IntPredicate wanted, int count) {
    Comparator<Integer> byEvidence =
        Comparator.<Integer>comparingDouble(p -> against[p])
            .thenComparing(Comparator.reverseOrder());
    PriorityQueue<Integer> best = new PriorityQueue<>(byEvidence);
    for (int p = 0; p < pairs.size(); p++) {
      if (wanted.test(p)) {
        best.add(p);
        if (best.size() > count) {
          best.poll();
        }
      }
    }
    List<Integer> chosen = new ArrayList<>(best);
    chosen.sort(Collections.reverseOrder(byEvidence));
    List<JudgedPair> rows = new ArrayList<>();
    for (int p : chosen) {
      rows.add(
          new JudgedPair(
              outcome.ids().name(pairs.first()[p]),
              outcome.ids().name(pairs.second()[p]),
              pairs.mustLink()[p] ? "must-link" : "cannot-link",
              pairs.weight()[p],
              against[p],
              words.about(p)));
    }
    return rows;
  }
}
