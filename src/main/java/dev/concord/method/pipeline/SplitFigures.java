package dev.concord.method.pipeline;

import dev.concord.method.MethodFigures;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The figures of clusters that were split.
 *
 * @param split one entry a cluster
 */
public record SplitFigures(List<Part> split) implements MethodFigures {

  /**
   * A cluster that was split.
   *
   * @param cluster its number
   * @param points that it had
   * @param into numbers of its parts, by falling size; the first is its own
   * @param sizes points of each part
   * @param selection what the method says about its choice, or an empty text
   */
  public record Part(int cluster, int points, int[] into, int[] sizes, String selection) {
    String text() {
      return "cluster "
          + cluster
          + " into "
          + Arrays.stream(into).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }
  }

  @Override
  public String selection() {
    return split.stream().map(Part::text).collect(Collectors.joining("; "));
  }
}
