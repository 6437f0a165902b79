package dev.concord.partition.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.UnsatisfiableException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ShortageTextTest {
  private static ShortageText text(double min, double max, int k, double[] weight, int... groupOf) {
    double[] lower = new double[k];
    double[] upper = new double[k];
    Arrays.fill(lower, min);
    Arrays.fill(upper, max);
    int groups = Arrays.stream(groupOf).max().orElse(-1) + 1;
    return new ShortageText(
        new SizeLimits(lower, upper, weight.length == 0 ? null : weight, null),
        groupOf,
        groups,
        i -> "p" + i);
  }

  private static void refused(ShortageText text, String message) {
    assertThatThrownBy(text::refuse)
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void boundsThatCanHoldPass() {
    assertThatCode(() -> text(2, 3, 2, new double[0], 0, 0, 1, 2, 3).refuse())
        .doesNotThrowAnyException();
  }

  @Test
  void sumsOfBoundsAreCheckable() {
    refused(
        text(3, 9, 2, new double[0], 0, 1, 2, 3, 4),
        "clusters.sizes.min asks for 6 points in all 2 clusters together, but the input has 5"
            + " points; lower it, to at most 2 for each, or lower clusters.count.");
    refused(
        text(0, 2, 2, new double[] {1, 1, 1, 1, 0.5}, 0, 1, 2, 3, 4),
        "clusters.sizes.max leaves room for a weight of 4 in all 2 clusters together, but the input"
            + " has a weight of 4.50000; raise it, to at least 2.25000 for each, or raise"
            + " clusters.count.");
  }

  @Test
  void aGroupThatIsTooLargeIsNamed() {
    refused(
        text(0, 3, 2, new double[0], 0, 0, 0, 0, 1),
        "clusters.sizes.max is 3, but must-links of weight 1 join points that have 4 points and"
            + " stay in one cluster: p0, p1, p2, p3.");
    refused(
        text(0, 3, 2, new double[] {1, 4, 1}, 0, 1, 2),
        "clusters.sizes.max is 3, but the point p1 alone has a weight of 4.");
  }

  @Test
  void groupsThatCannotShareAClusterAreCounted() {
    refused(
        text(0, 5, 2, new double[0], 0, 0, 0, 1, 1, 1, 2, 2, 2),
        "clusters.sizes.max is too small for 3 groups of points, each joined by must-links of"
            + " weight 1 and with more than 2.50000 points: 2 of them would have to share one of"
            + " the 2 clusters. They are those of p0, p3, p6.");
  }

  @Test
  void fewerGroupsThanClustersThatNeedOneAreCounted() {
    refused(
        text(1, 9, 3, new double[0], 0, 0, 0, 1, 1),
        "clusters.sizes.min needs points in 3 clusters, but must-links of weight 1 leave only 2"
            + " groups");
  }

  @Test
  void whatNoSumShowsIsSaidToBeProvedOrOpen() {
    ShortageText text = text(5, 5, 2, new double[0], 0, 0, 1, 1, 2, 2, 3, 3, 3, 3);
    assertThat(text.notFound(true))
        .hasMessageContaining("have 4, 2, 2, 2 points, and all ways to put them into 2 clusters");
    assertThat(text.notFound(false)).hasMessageContaining("whether there is one is not known");
  }
}
