package dev.concord.records;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Builds the signed graph of a clustering: must-link components of weight 1 are its nodes, the
 * calibrated scores and the soft pairs its weights, cannot-links of weight 1 and equal sources its
 * forbidden pairs. O(entries · log), 12 bytes an entry.
 */
final class RecordProblem {
  /** A belief of this or more counts as this: ln(1999) = 7.6. */
  private static final double SUREST = 0.999;

  private final CsrMatrix scores;
  private final PairConstraints pairs;
  private final boolean hard;
  private final MustLinkClosure closure;
  private final int[] nodeOf;
  private final int[] members;
  private final int[] memberStart;

  RecordProblem(CsrMatrix scores, PairConstraints pairs, boolean hard) {
    this.scores = scores;
    this.pairs = pairs;
    this.hard = hard;
    closure =
        MustLinkClosure.of(hard ? pairs : PairConstraints.none(pairs.points(), pairs.names()));
    nodeOf = closure.componentOf();
    members = closure.members();
    memberStart = closure.starts();
  }

  /** Node of each point. */
  int[] nodeOf() {
    return nodeOf;
  }

  /**
   * The problem.
   *
   * @param bias added to the log odds of every scored pair
   */
  SignedProblem build(PairChances chances, double bias) {
    int n = closure.count();
    int[][] beliefs = rows(false);
    int[][] apart = rows(true);
    int[] sourcePtr = new int[n + 1];
    int[] source = sources(sourcePtr);
    // A problem of forbidden pairs alone, to ask which entries are left out.
    SignedProblem rules =
        new SignedProblem(
            new int[n + 1],
            new int[0],
            new double[0],
            apart[0],
            apart[1],
            sourcePtr,
            source,
            closure.sizes(),
            0.0);
    int[] rowPtr = new int[n + 1];
    int[] col = new int[scores.nonZeros() + beliefs[1].length];
    double[] weight = new double[col.length];
    Row row = new Row(n);
    for (int a = 0; a < n; a++) {
      row.clear();
      for (int m = memberStart[a]; m < memberStart[a + 1]; m++) {
        addScores(row, a, members[m], chances, bias);
      }
      for (int p = beliefs[0][a]; p < beliefs[0][a + 1]; p++) {
        row.add(belief(beliefs[1][p]), other(beliefs[1][p], a));
      }
      rowPtr[a + 1] = row.write(rules, a, rowPtr[a], col, weight);
    }
    return new SignedProblem(
        rowPtr,
        Arrays.copyOf(col, rowPtr[n]),
        Arrays.copyOf(weight, rowPtr[n]),
        apart[0],
        apart[1],
        sourcePtr,
        source,
        closure.sizes(),
        0.0);
  }

  private void addScores(Row row, int node, int point, PairChances chances, double bias) {
    for (int p = scores.rowPtr()[point]; p < scores.rowPtr()[point + 1]; p++) {
      int other = nodeOf[scores.col()[p]];
      if (other != node) {
        row.add(chances.logOdds()[p] + bias, other);
      }
    }
  }

  /** The log odds that a degree of belief adds. */
  private double belief(int pair) {
    double degree = Math.min(SUREST, pairs.weight()[pair]);
    double odds = StrictMath.log((1.0 + degree) / (1.0 - degree));
    return pairs.mustLink()[pair] ? odds : -odds;
  }

  private int other(int pair, int node) {
    int a = nodeOf[pairs.first()[pair]];
    return a == node ? nodeOf[pairs.second()[pair]] : a;
  }

  /** Pairs between two nodes by node: hard cannot-links, or those that are priced. */
  private int[][] rows(boolean forbidden) {
    int n = closure.count();
    int[] ptr = new int[n + 1];
    for (int p = 0; p < pairs.size(); p++) {
      if (counts(p, forbidden)) {
        ptr[nodeOf[pairs.first()[p]] + 1]++;
        ptr[nodeOf[pairs.second()[p]] + 1]++;
      }
    }
    for (int a = 0; a < n; a++) {
      ptr[a + 1] += ptr[a];
    }
    int[] of = new int[ptr[n]];
    int[] next = Arrays.copyOf(ptr, n);
    for (int p = 0; p < pairs.size(); p++) {
      if (counts(p, forbidden)) {
        of[next[nodeOf[pairs.first()[p]]]++] = p;
        of[next[nodeOf[pairs.second()[p]]]++] = p;
      }
    }
    if (forbidden) {
      for (int a = 0; a < n; a++) {
        for (int p = ptr[a]; p < ptr[a + 1]; p++) {
          of[p] = other(of[p], a);
        }
        Arrays.sort(of, ptr[a], ptr[a + 1]);
      }
    }
    return new int[][] {ptr, of};
  }

  private boolean counts(int p, boolean forbidden) {
    boolean held = hard && pairs.isHard(p);
    return nodeOf[pairs.first()[p]] != nodeOf[pairs.second()[p]]
        && (forbidden ? held && !pairs.mustLink()[p] : !held);
  }

  private int[] sources(int[] ptr) {
    int @Nullable [] of = pairs.sources();
    if (of == null) {
      return new int[0];
    }
    int[] source = new int[of.length];
    int kept = 0;
    for (int a = 0; a < closure.count(); a++) {
      for (int m = memberStart[a]; m < memberStart[a + 1]; m++) {
        if (of[members[m]] >= 0) {
          source[kept++] = of[members[m]];
        }
      }
      Arrays.sort(source, ptr[a], kept);
      ptr[a + 1] = kept;
    }
    return Arrays.copyOf(source, kept);
  }

  /** One row under construction: entries to one node are added up. */
  private static final class Row {
    private final int[] place;
    private int[] col = new int[16];
    private double[] weight = new double[16];
    private int count;

    Row(int n) {
      place = new int[n];
      Arrays.fill(place, -1);
    }

    void clear() {
      for (int e = 0; e < count; e++) {
        place[col[e]] = -1;
      }
      count = 0;
    }

    void add(double value, int node) {
      if (place[node] >= 0) {
        weight[place[node]] += value;
        return;
      }
      if (count == col.length) {
        col = Arrays.copyOf(col, 2 * count);
        weight = Arrays.copyOf(weight, 2 * count);
      }
      place[node] = count;
      col[count] = node;
      weight[count++] = value;
    }

    /** Writes the entries that are not forbidden, ascending; returns where the next row starts. */
    int write(SignedProblem rules, int node, int from, int[] cols, double[] weights) {
      int at = from;
      for (int e = 0; e < count; e++) {
        if (!rules.forbidden(node, col[e])) {
          cols[at++] = col[e];
        }
      }
      Arrays.sort(cols, from, at);
      for (int p = from; p < at; p++) {
        weights[p] = weight[place[cols[p]]];
      }
      return at;
    }
  }
}
