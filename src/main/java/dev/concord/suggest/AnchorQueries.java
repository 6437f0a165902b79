package dev.concord.suggest;

import dev.concord.constraint.KnownPairs;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Queries whether two anchors are of the same class, with their values. */
final class AnchorQueries {
  private final PlacedGroups at;
  private final ClusterAnchors anchors;
  private final AbsorbingWalk walk;
  private final KnownPairs known;
  private final double[][] affinity;

  /**
   * Value of the answer "different" relative to the answer "same": 1 / (k - 1), because k - 1 such
   * answers separate a class from all others.
   */
  private final double difference;

  private final Set<Long> compared = new HashSet<>();

  AnchorQueries(PlacedGroups at) {
    this.at = at;
    this.anchors = at.anchors();
    this.walk = at.walk();
    this.known = at.known();
    this.affinity = affinities(at.graph(), at.present().labels(), at.present().count());
    this.difference = 1.0 / (at.present().count() - 1);
  }

  /** Marks a query as chosen; it is not proposed again. */
  void choose(PairQuery query) {
    compared.add(key(query));
  }

  /** Packs two points into one number. */
  private static long key(PairQuery query) {
    return ((long) query.first() << 32) | query.second();
  }

  /** For each two clusters, the weight between them as a share of the smaller one's volume. */
  private static double[][] affinities(SimilarityGraph graph, int[] labels, int clusters) {
    double[][] cut = new double[clusters][clusters];
    double[] volume = new double[clusters];
    CsrMatrix weights = graph.weights();
    for (int i = 0; i < labels.length; i++) {
      volume[labels[i]] += graph.degrees()[i];
      for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
        cut[labels[i]][labels[weights.col()[p]]] += weights.val()[p];
      }
    }
    for (int c = 0; c < clusters; c++) {
      for (int d = 0; d < clusters; d++) {
        double least = Math.min(volume[c], volume[d]);
        cut[c][d] = least > 0.0 ? cut[c][d] / least : 0.0;
      }
    }
    return cut;
  }

  /**
   * Adds the pairs of anchors not known to differ. The value is the mass of the smaller one's
   * class, times the chance that they are the same, and 1 / (k - 1) of it in any case.
   */
  void addTo(List<PairQuery> queries) {
    int count = anchors.count();
    double[] mass = new double[count];
    for (int g = 0; g < at.count(); g++) {
      for (int a = 0; a < count; a++) {
        mass[a] += at.mass(g, walk.reach(g, a));
      }
    }
    double[][] beyond = new double[count][count];
    for (int a = 0; a < count; a++) {
      walk.reachBeyond(at.groups().groupOf()[anchors.point(a)], beyond[a]);
      if (anchors.isRejected(a)) {
        amongPossible(a, beyond[a]);
      }
    }
    for (int a = 0; a < count; a++) {
      for (int b = Math.max(a + 1, anchors.distinct()); b < count; b++) {
        if (!known.holds(anchors.point(a), anchors.point(b))) {
          double same = Math.max(beyond[a][b], beyond[b][a]);
          if (anchors.isFirst(a) && anchors.isFirst(b)) {
            same = Math.max(same, affinity[anchors.home(a)][anchors.home(b)]);
          }
          PairQuery query =
              new PairQuery(
                  anchors.point(b),
                  anchors.point(a),
                  reason(a, b),
                  Math.min(mass[a], mass[b]) * (same + difference),
                  at.groups().groupOf()[anchors.point(b)]);
          if (!compared.contains(key(query))) {
            queries.add(query);
          }
        }
      }
    }
  }

  private PairQuery.Reason reason(int a, int b) {
    return at.present().labels()[anchors.point(a)] == at.present().labels()[anchors.point(b)]
        ? PairQuery.Reason.KIN
        : PairQuery.Reason.ANCHORS;
  }

  /** Removes the classes that anchor {@code a} is known not to have and normalizes the rest. */
  private void amongPossible(int a, double[] row) {
    double sum = 0.0;
    for (int b = 0; b < row.length; b++) {
      row[b] = known.holds(anchors.point(a), anchors.point(b)) ? 0.0 : row[b];
      sum += row[b];
    }
    for (int b = 0; b < row.length && sum > 0.0; b++) {
      row[b] /= sum;
    }
  }
}
