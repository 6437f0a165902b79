package dev.concord.cli.page;

import dev.concord.constraint.PairConstraints;
import dev.concord.metric.PairEvidence.Witness;
import dev.concord.report.Figures;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The evidence for or against a constraint, in words. */
final class EvidenceText {
  /** Longer chains of must-links are shortened in the middle. */
  private static final int CHAIN_SHOWN = 6;

  private final ClusterOutcome outcome;
  private final Map<Integer, int[]> chains;

  /**
   * Words about constraints of an outcome.
   *
   * @param chains for contradicted cannot-links, the must-links that join their points
   */
  EvidenceText(ClusterOutcome outcome, Map<Integer, int[]> chains) {
    this.outcome = outcome;
    this.chains = chains;
  }

  /** About the constraint {@code p}. */
  String about(int p) {
    PairConstraints pairs = outcome.constraints();
    int first = pairs.first()[p];
    int second = pairs.second()[p];
    Witness witness = outcome.evidence().witness(first, second);
    List<String> parts = new ArrayList<>();
    parts.add(votes(first, second, witness));
    if (witness.shared() > 0) {
      parts.add(Figures.count(witness.shared(), "neighbour", "neighbours") + " in common");
    }
    if (witness.edge() > 0.0) {
      parts.add("neighbours themselves, weight " + Figures.number(witness.edge()));
    }
    int[] chain = chains.get(p);
    if (chain != null) {
      parts.add("must-links join them: " + chain(chain));
    }
    return String.join("; ", parts);
  }

  private String votes(int first, int second, Witness witness) {
    int[] labels = outcome.labels();
    String place =
        labels[first] == labels[second]
            ? "both are in " + labels[first]
            : "they are in " + labels[first] + " and " + labels[second];
    int a = witness.firstFavourite();
    int b = witness.secondFavourite();
    if (a < 0 || b < 0) {
      return place + "; " + (a < 0 ? "the first" : "the second") + " has no other neighbour";
    }
    String weight =
        a == b
            ? "of their edge weight %s and %s leads to %d"
                .formatted(
                    Figures.percent(witness.firstShare()),
                    Figures.percent(witness.secondShare()),
                    a)
            : "of their edge weight %s leads to %d and %s to %d"
                .formatted(
                    Figures.percent(witness.firstShare()),
                    a,
                    Figures.percent(witness.secondShare()),
                    b);
    return place + "; " + weight;
  }

  private String chain(int[] points) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < points.length; i++) {
      boolean end = i < CHAIN_SHOWN / 2 || i >= points.length - CHAIN_SHOWN / 2;
      if (end) {
        names.add(outcome.ids().name(points[i]));
      } else if (i == CHAIN_SHOWN / 2) {
        names.add("(" + (points.length - CHAIN_SHOWN) + " more)");
      }
    }
    return String.join(" – ", names);
  }
}
