package dev.concord.spark.output;

import dev.concord.constraint.PairConstraints;

/**
 * The constraints of weight 1, counted.
 *
 * @param touched whether a point is in one of them
 */
record HardPairs(boolean[] touched, int mustLinks, int cannotLinks) {

  static HardPairs of(PairConstraints pairs) {
    boolean[] touched = new boolean[pairs.points()];
    int must = 0;
    int cannot = 0;
    for (int p = 0; p < pairs.size(); p++) {
      if (pairs.isHard(p)) {
        touched[pairs.first()[p]] = true;
        touched[pairs.second()[p]] = true;
        must += pairs.mustLink()[p] ? 1 : 0;
        cannot += pairs.mustLink()[p] ? 0 : 1;
      }
    }
    return new HardPairs(touched, must, cannot);
  }
}
