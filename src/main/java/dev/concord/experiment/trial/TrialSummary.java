package dev.concord.experiment.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Summary of the trials of one method on one data set, at one number of pairs or labels or over
 * several.
 *
 * @param dataset its name
 * @param method its name
 * @param given pairs or labelled points drawn, or -1 over all amounts
 * @param noise the share of wrong pairs, or NaN over all
 * @param trials how many there were, with those that failed
 * @param failures how many had no result
 * @param gain the share of trials whose adjusted Rand index exceeds that of the baseline's trial
 *     with the same draw, a failure being no gain; NaN without a baseline
 * @param spreads one a {@link Measure}, by its place, over the trials with a result
 */
public record TrialSummary(
    String dataset,
    String method,
    int given,
    double noise,
    int trials,
    int failures,
    double gain,
    List<Spread> spreads) {

  private record Group(String dataset, String method, int given, double noise) {}

  private record Draw(String dataset, int given, double noise, int instance, int trial) {}

  public Spread spread(Measure measure) {
    return spreads.get(measure.place());
  }

  /**
   * One summary for each data set, method, amount and noise, in the order in which they first come.
   *
   * @param baseline the method that others are measured against, or null
   */
  public static List<TrialSummary> each(List<Trial> trials, @Nullable String baseline) {
    return summaries(trials, baseline, true);
  }

  /** One summary for each data set and method, over all amounts and noises. */
  public static List<TrialSummary> overall(List<Trial> trials, @Nullable String baseline) {
    return summaries(trials, baseline, false);
  }

  private static List<TrialSummary> summaries(
      List<Trial> trials, @Nullable String baseline, boolean byAmount) {
    Map<Draw, Trial> yardstick = new LinkedHashMap<>();
    Map<Group, List<Trial>> groups = new LinkedHashMap<>();
    for (Trial t : trials) {
      if (t.method().equals(baseline)) {
        yardstick.put(draw(t), t);
      }
      int given = byAmount ? t.given() : -1;
      double noise = byAmount ? t.noise() : Double.NaN;
      groups
          .computeIfAbsent(
              new Group(t.dataset(), t.method(), given, noise), key -> new ArrayList<>())
          .add(t);
    }
    List<TrialSummary> out = new ArrayList<>();
    groups.forEach((group, members) -> out.add(summary(group, members, yardstick)));
    return out;
  }

  private static TrialSummary summary(
      Group group, List<Trial> members, Map<Draw, Trial> yardstick) {
    List<Spread> spreads =
        Arrays.stream(Measure.values())
            .map(
                measure ->
                    Spread.of(members.stream().mapToDouble(t -> t.figure(measure)).toArray()))
            .toList();
    int failures = 0;
    int gains = 0;
    int compared = 0;
    for (Trial t : members) {
      failures += t.hasFailed() ? 1 : 0;
      Trial other = yardstick.get(draw(t));
      if (other != null && !other.hasFailed()) {
        compared++;
        gains += t.figure(Measure.ARI) > other.figure(Measure.ARI) ? 1 : 0;
      }
    }
    return new TrialSummary(
        group.dataset(),
        group.method(),
        group.given(),
        group.noise(),
        members.size(),
        failures,
        compared == 0 ? Double.NaN : (double) gains / compared,
        List.copyOf(spreads));
  }

  private static Draw draw(Trial t) {
    return new Draw(t.dataset(), t.given(), t.noise(), t.instance(), t.trial());
  }
}
