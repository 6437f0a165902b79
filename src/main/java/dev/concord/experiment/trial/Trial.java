package dev.concord.experiment.trial;

import java.util.Arrays;

/**
 * One run of a method on a data set with one draw of pairs or labels.
 *
 * @param dataset its name
 * @param method its name
 * @param given how many pairs, or labelled points, were drawn
 * @param noise the share of them that contradicts the truth
 * @param instance which sample of the data set, from 0
 * @param trial which draw, from 0
 * @param figures one a {@link Measure}, by its place; NaN where there is none
 * @param failure why there is no result, empty when there is one
 */
public record Trial(
    String dataset,
    String method,
    int given,
    double noise,
    int instance,
    int trial,
    double[] figures,
    String failure) {

  public Trial {
    if (figures.length != Measure.values().length) {
      throw new IllegalArgumentException(figures.length + " figures");
    }
  }

  /** A trial without a result. */
  public static Trial failed(
      String dataset,
      String method,
      int given,
      double noise,
      int instance,
      int trial,
      String failure) {
    double[] none = new double[Measure.values().length];
    Arrays.fill(none, Double.NaN);
    return new Trial(dataset, method, given, noise, instance, trial, none, failure);
  }

  public double figure(Measure measure) {
    return figures[measure.place()];
  }

  /** Whether there is no result. */
  public boolean hasFailed() {
    return !failure.isEmpty();
  }
}
