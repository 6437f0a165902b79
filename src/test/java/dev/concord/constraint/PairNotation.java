package dev.concord.constraint;

import java.util.SplittableRandom;

/** Pairs written as text: {@code 0=1}, {@code 1!=2}, {@code 0=2@0.5}; point i has the id "pi". */
public final class PairNotation {
  private PairNotation() {}

  public static PairConstraints pairs(int points, String... texts) {
    int[] first = new int[texts.length];
    int[] second = new int[texts.length];
    boolean[] must = new boolean[texts.length];
    double[] weight = new double[texts.length];
    for (int p = 0; p < texts.length; p++) {
      String text = texts[p];
      int at = text.indexOf('@');
      weight[p] = at < 0 ? 1.0 : Double.parseDouble(text.substring(at + 1));
      String pair = at < 0 ? text : text.substring(0, at);
      must[p] = !pair.contains("!=");
      int sign = pair.indexOf(must[p] ? "=" : "!=");
      first[p] = Integer.parseInt(pair.substring(0, sign));
      second[p] = Integer.parseInt(pair.substring(sign + (must[p] ? 1 : 2)));
    }
    return PairConstraints.of(points, first, second, must, weight, i -> "p" + i);
  }

  /** Random pairs, some repeated, some of weight below 1. */
  public static PairConstraints random(
      int points, int count, double mustShare, SplittableRandom random) {
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(points);
      second[p] = (first[p] + 1 + random.nextInt(points - 1)) % points;
      must[p] = random.nextDouble() < mustShare;
      weight[p] = random.nextInt(4) == 0 ? 0.5 : 1.0;
    }
    return PairConstraints.of(points, first, second, must, weight, i -> "p" + i);
  }

  /** Which points must-links of weight 1 join, by Warshall's closure. */
  static boolean[][] reachable(PairConstraints pairs) {
    int n = pairs.points();
    boolean[][] reach = new boolean[n][n];
    for (int i = 0; i < n; i++) {
      reach[i][i] = true;
    }
    for (int p = 0; p < pairs.size(); p++) {
      if (pairs.mustLink()[p] && pairs.isHard(p)) {
        reach[pairs.first()[p]][pairs.second()[p]] = true;
        reach[pairs.second()[p]][pairs.first()[p]] = true;
      }
    }
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          reach[i][j] |= reach[i][k] && reach[k][j];
        }
      }
    }
    return reach;
  }
}
