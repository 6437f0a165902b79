package dev.concord.experiment;

import dev.concord.constraint.PairConstraints;
import dev.concord.experiment.trial.LabelDraw;
import dev.concord.experiment.trial.PairDraw;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.spark.files.IdTable;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Draws the labels and pairs of trials. Equal seeds give equal draws, whatever the order.
 *
 * @param kind the draw: "labels", "none", "wrong", "given" or "uniform"
 * @param warning is told when fewer pairs exist than are asked for
 */
record TrialDraws(String kind, Seeds seeds, Consumer<String> warning) {
  /** An amount and a share of noise: the trials that are kept together. */
  record GridPoint(int given, double noise) {}

  /**
   * What the methods of one trial are given: labels or pairs of its own streams of random numbers.
   *
   * @param trial number of the draw
   * @param free the partition without constraints for the draw "wrong", else null
   */
  TrialInput input(
      StudyData set,
      int instance,
      GridPoint point,
      int trial,
      StudyInstance data,
      int @Nullable [] free) {
    String stream = "draw/" + set.name() + "/" + instance + "/" + point.given();
    SplittableRandom random = new SplittableRandom(seeds.stream(stream, trial));
    IdTable ids = data.points().ids();
    int[] truth = data.points().truth();
    PairDraw draw = new PairDraw(truth, ids);
    switch (kind) {
      case "labels" -> {
        int[] labels = LabelDraw.of(truth, data.points().classes().length, point.given(), random);
        return new TrialInput(
            PairDraw.among(labels, ids), new KnownLabels(labels, data.points().classes()));
      }
      case "none" -> {
        return new TrialInput(PairConstraints.none(truth.length, ids), null);
      }
      default -> {
        PairConstraints pairs =
            switch (kind) {
              case "wrong" -> draw.wrong(Objects.requireNonNull(free), point.given(), random);
              case "given" -> StudyPoints.first(data.points().given(), point.given());
              default -> draw.uniform(point.given(), random);
            };
        if (pairs.size() < point.given()) {
          warning.accept(
              ("%s: only %s of the %s pairs of experiment.amounts exist by the draw %s; all of"
                      + " them are given.")
                  .formatted(set.name(), pairs.size(), point.given(), kind));
        }
        SplittableRandom turning = new SplittableRandom(seeds.stream("noise/" + stream, trial));
        return new TrialInput(PairDraw.turned(pairs, point.noise(), turning), null);
      }
    }
  }
}
