package dev.concord.experiment;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import dev.concord.constraint.SourceRule;
import dev.concord.spark.files.IdTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the tables of a data set tell of its points, beside features and classes.
 *
 * @param given the pairs of the table input.constraints, or of the shape
 * @param sources length n: the source of each point, -1 where it has none; or null
 * @param weights length n: what bounds of sizes count instead of points; or null
 */
record StudyKnowledge(
    PairConstraints given, int @Nullable [] sources, double @Nullable [] weights) {

  /** The same of some of the points. */
  StudyKnowledge of(int[] rows, IdTable ids) {
    int[] from = sources;
    double[] mass = weights;
    return new StudyKnowledge(
        PairList.of(given, p -> true, end -> Arrays.binarySearch(rows, end)).on(rows.length, ids),
        from == null ? null : Arrays.stream(rows).map(row -> from[row]).toArray(),
        mass == null ? null : Arrays.stream(rows).mapToDouble(row -> mass[row]).toArray());
  }

  /**
   * Pairs with the rule of sources, as a job gives it to a method.
   *
   * @param takesSources whether the method takes the rule itself; else it gets a list of pairs
   * @param group of each point; points of two groups need no pair
   */
  PairConstraints ruled(PairConstraints pairs, boolean takesSources, int[] group) {
    if (sources == null) {
      return pairs;
    }
    PairConstraints ruled = pairs.withSources(sources);
    return takesSources ? ruled : SourceRule.listed(ruled, group);
  }
}
