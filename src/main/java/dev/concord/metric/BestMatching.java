package dev.concord.metric;

import dev.concord.linalg.SparseCounts;
import dev.concord.linalg.SparseMatching;
import java.util.Arrays;

/**
 * The one-to-one matching of clusters and classes that covers most points, as a maximum-weight
 * matching of the sparse table: neither a square table nor a perfect matching is needed, so ten
 * clusters against a million classes cost little.
 */
final class BestMatching {
  private BestMatching() {}

  /** Number of points in matched cells. */
  static long points(ContingencyTable table) {
    int[] partner = partners(table);
    long points = 0;
    for (int c = 0; c < partner.length; c++) {
      for (int cell = table.clusterStart()[c]; cell < table.clusterStart()[c + 1]; cell++) {
        points += table.classOf()[cell] == partner[c] ? table.count()[cell] : 0;
      }
    }
    return points;
  }

  /** The class matched to each cluster, or -1. */
  static int[] partners(ContingencyTable table) {
    int clusters = table.clusterTotals().length;
    int classes = table.classTotals().length;
    SparseCounts rows = new SparseCounts(table.clusterStart(), table.classOf(), table.count());
    if (nonEmpty(table.clusterTotals()) <= nonEmpty(table.classTotals())) {
      return SparseMatching.columns(rows.largest(), classes);
    }
    int[] clusterOf = SparseMatching.columns(rows.transposed(classes).largest(), clusters);
    int[] partner = new int[clusters];
    Arrays.fill(partner, -1);
    for (int label = 0; label < classes; label++) {
      if (clusterOf[label] >= 0) {
        partner[clusterOf[label]] = label;
      }
    }
    return partner;
  }

  private static long nonEmpty(long[] totals) {
    return Arrays.stream(totals).filter(total -> total > 0L).count();
  }
}
