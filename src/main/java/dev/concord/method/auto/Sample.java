package dev.concord.method.auto;

import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The points that candidates are judged on. */
public final class Sample {
  private Sample() {}

  /**
   * All points, or a number of them: every point with a constraint or label, in a seeded random
   * order where these alone are too many, and random others.
   *
   * @param touched which points something is known of
   * @param most how many points at most
   * @return ascending
   */
  public static int[] of(boolean[] touched, int most, Seeds seeds) {
    int n = touched.length;
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    if (n <= most) {
      return all;
    }
    SplittableRandom random = seeds.random("auto-sample");
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = all[i];
      all[i] = all[j];
      all[j] = swap;
    }
    int[] taken = new int[most];
    int size = 0;
    for (int known = 1; known >= 0; known--) {
      for (int i = 0; i < n && size < most; i++) {
        if (touched[all[i]] == (known == 1)) {
          taken[size++] = all[i];
        }
      }
    }
    Arrays.sort(taken);
    return taken;
  }
}
