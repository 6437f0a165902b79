package dev.concord.experiment.trial;

import dev.concord.error.InputException;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Draws of points whose class becomes known, for experiments. A draw that misses a class is thrown
 * away and another one made: methods that spread labels need one of every class.
 */
public final class LabelDraw {
  private static final int TRIES = 10_000;

  private LabelDraw() {}

  /**
   * The labels of {@code count} points, picked by chance; -1 for the others.
   *
   * @param truth length n: the class of each point, 0..classes-1, or -1 for none, which is never
   *     picked
   * @throws InputException when there are fewer points or more classes than {@code count}, or no
   *     draw of many holds every class
   */
  public static int[] of(int[] truth, int classes, int count, SplittableRandom random) {
    int[] points = new int[truth.length];
    int known = 0;
    for (int i = 0; i < truth.length; i++) {
      if (truth[i] >= 0) {
        points[known++] = i;
      }
    }
    if (count > known || count < classes) {
      throw new InputException(
          ("experiment.amounts has %s labelled points, but the data set has %s points of %s"
                  + " classes, and every class needs one; choose an amount between these numbers.")
              .formatted(count, known, classes));
    }
    for (int attempt = 0; attempt < TRIES; attempt++) {
      int[] labels = draw(truth, points, known, count, random);
      if (Arrays.stream(labels).filter(label -> label >= 0).distinct().count() == classes) {
        return labels;
      }
    }
    throw new InputException(
        ("experiment.amounts has %s labelled points, and none of %s draws held a point of each of"
                + " the %s classes; raise the number, or leave out small classes with the key"
                + " classes of the data set.")
            .formatted(count, TRIES, classes));
  }

  private static int[] draw(
      int[] truth, int[] points, int known, int count, SplittableRandom random) {
    int[] order = Arrays.copyOf(points, known);
    int[] labels = new int[truth.length];
    Arrays.fill(labels, -1);
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(known - i);
      int swap = order[other];
      order[other] = order[i];
      order[i] = swap;
      labels[swap] = truth[swap];
    }
    return labels;
  }
}
