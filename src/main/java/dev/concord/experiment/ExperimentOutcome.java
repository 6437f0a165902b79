package dev.concord.experiment;

import dev.concord.experiment.trial.Trial;
import java.util.List;
import java.util.Map;

/**
 * The result of an experiment.
 *
 * @param trials in the order of data sets, amounts, noises, methods, instances and draws
 * @param points the number of points of each data set
 * @param warnings warnings for the user
 * @param seconds stage to seconds
 * @param resumed how many of the trials come from an earlier, killed run
 */
public record ExperimentOutcome(
    List<Trial> trials,
    Map<String, Integer> points,
    List<String> warnings,
    Map<String, Double> seconds,
    int resumed) {

  /** How many trials had no result. */
  public int failures() {
    return (int) trials.stream().filter(Trial::hasFailed).count();
  }
}
