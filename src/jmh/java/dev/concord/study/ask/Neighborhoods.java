package dev.concord.study.ask;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Points that answers tie together, each set of them known to differ from all others. */
final class Neighborhoods {
  private final Oracle oracle;
  private final List<List<Integer>> sets = new ArrayList<>();
  private final int[] of;

  Neighborhoods(Oracle oracle) {
    this.oracle = oracle;
    this.of = new int[oracle.points()];
    Arrays.fill(of, -1);
  }

  int count() {
    return sets.size();
  }

  List<Integer> set(int number) {
    return sets.get(number);
  }

  boolean holds(int point) {
    return of[point] >= 0;
  }

  /** Whether every point is in one. */
  boolean isComplete() {
    return Arrays.stream(of).allMatch(set -> set >= 0);
  }

  /**
   * Compares a point with one member of each set, the likeliest first, until one is its own; else
   * it founds a set.
   *
   * @param likelihood of each set
   */
  void place(int point, double[] likelihood) {
    int[] order =
        IntStream.range(0, sets.size())
            .boxed()
            .sorted(Comparator.comparingDouble((Integer s) -> -likelihood[s]).thenComparing(s -> s))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int set : order) {
      if (oracle.same(point, sets.get(set).get(0))) {
        sets.get(set).add(point);
        of[point] = set;
        return;
      }
    }
    of[point] = sets.size();
    sets.add(new ArrayList<>(List.of(point)));
  }
}
