package dev.concord.experiment;

import dev.concord.constraint.PairConstraints;
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
        among(given, rows, ids),
        from == null ? null : Arrays.stream(rows).map(row -> from[row]).toArray(),
        mass == null ? null : Arrays.stream(rows).mapToDouble(row -> mass[row]).toArray());
  }

  private static PairConstraints among(PairConstraints pairs, int[] rows, IdTable ids) {
    int[] first = new int[pairs.size()];
    int[] second = new int[pairs.size()];
    boolean[] must = new boolean[pairs.size()];
    double[] weight = new double[pairs.size()];
    int kept = 0;
    for (int p = 0; p < pairs.size(); p++) {
      int a = Arrays.binarySearch(rows, pairs.first()[p]);
      int b = Arrays.binarySearch(rows, pairs.second()[p]);
      if (a >= 0 && b >= 0) {
        first[kept] = a;
        second[kept] = b;
        must[kept] = pairs.mustLink()[p];
        weight[kept++] = pairs.weight()[p];
      }
    }
    return PairConstraints.of(
        rows.length,
        Arrays.copyOf(first, kept),
        Arrays.copyOf(second, kept),
        Arrays.copyOf(must, kept),
        Arrays.copyOf(weight, kept),
        ids);
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
