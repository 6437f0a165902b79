package dev.concord.method.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the step that holds the sizes of clusters within their bounds. Clusters are in the
 * order of the step: before the numbering by falling size, or under the numbers of an earlier
 * partition where the bounds go by them.
 *
 * @param unit "points", or "weight" where a column of weights is counted
 * @param min least size of each cluster
 * @param max largest size of each cluster; null for none
 * @param before size of each cluster before
 * @param after size of each cluster
 * @param movedForConstraints points that had to move for constraints of weight 1, before anything
 *     moved for the bounds
 * @param moved points whose cluster is another one than before the step
 * @param ncutBefore normalized cut before, on the graph that the method works on
 * @param ncutAfter the same after
 * @param loss the least sum found of the losses of moves, each taken as if it were the only one
 * @param lossBound no partition within the bounds has a lower sum
 * @param exact whether the sum is proved to be the least
 * @param rounds how often the losses were then taken anew at the partition found, and the cut fell
 * @param seconds that the step took
 */
public record SizeFigures(
    String unit,
    double[] min,
    List<@Nullable Double> max,
    double[] before,
    double[] after,
    int movedForConstraints,
    int moved,
    double ncutBefore,
    double ncutAfter,
    double loss,
    double lossBound,
    boolean exact,
    int rounds,
    double seconds) {

  /** The bounds and what they took, in words. */
  public String text() {
    return "%s: %s"
        .formatted(
            bounds(),
            moved == 0
                ? "nothing moved"
                : String.format(
                    Locale.ROOT,
                    "%d points moved%s, normalized cut %.6g before and %.6g after, loss %s",
                    moved,
                    movedForConstraints == 0
                        ? ""
                        : ", of them " + movedForConstraints + " to meet constraints",
                    ncutBefore,
                    ncutAfter,
                    exact ? "proved to be the least" : "not proved to be the least"));
  }

  private String bounds() {
    String of = unit.equals("points") ? " points" : " of weight";
    boolean alike =
        Arrays.stream(min).distinct().count() == 1 && max.stream().distinct().count() == 1;
    if (!alike) {
      return "bounds of each cluster";
    }
    Double most = max.get(0);
    String least = min[0] > 0.0 ? "at least " + number(min[0]) : "";
    String limit = most == null ? "" : "at most " + number(most);
    return least + (least.isEmpty() || limit.isEmpty() ? "" : ", ") + limit + of;
  }

  private static String number(double size) {
    return size == StrictMath.rint(size) ? Long.toString((long) size) : Double.toString(size);
  }
}
