package dev.concord.method.cosc;

import dev.concord.method.MethodOptions;
import dev.concord.method.NumberOrWord;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import java.util.List;

/**
 * The options of cosc, which its refinement of other methods' partitions shares.
 *
 * @param gamma penalty of violated soft constraints; NaN: as high as it takes
 * @param violations weight of soft constraints that may be violated when gamma is NaN
 * @param starts starts of the search
 * @param groups whether cannot-links move groups of alike points before the cut is lowered
 */
record CoscOptions(double gamma, double violations, int starts, boolean groups) {
  private static final Option<NumberOrWord> GAMMA =
      Option.of(
          "gamma",
          OptionTypes.notNegativeOr("hard"),
          NumberOrWord.of("hard"),
          "The penalty of a violated soft constraint, that is one of a weight below 1, or any constraint"
              + " with clusters.constraints = soft. hard: as high as it takes until no more than"
              + " \"violations\" of them are violated. In the refinement after another method, where"
              + " violations = 0, hard is half the mean degree.");

  private static final Option<Double> VIOLATIONS =
      Option.of(
          "violations",
          OptionTypes.notNegative(),
          0.0,
          "The weight of soft constraints that may be violated when gamma = hard.");

  private static final Option<Integer> STARTS =
      Option.of(
          "starts",
          OptionTypes.whole(1),
          Cosc.STARTS,
          "Starts of the search. More take longer and give no worse cut, except with search = groups,"
              + " where the cut is lowered only near the groups that were found.");

  private static final Option<Search> SEARCH =
      Option.choice(
          "search",
          Search.class,
          "The goal of the search, for more than two clusters. cut: the lowest cut that can be found; it"
              + " often meets a cannot-link by a singleton move, one point to a cluster without its"
              + " neighbours. groups: whole groups of similar points move first, then the cut is lowered"
              + " near that partition; a higher cut and, with few but true pairs, usually far fewer"
              + " errors.");

  private static final double UNSET = Double.NaN;

  /** The goal of the search for more than two clusters. */
  private enum Search {
    CUT,
    GROUPS
  }

  /** The options of cosc. */
  static final List<Option<?>> ALL = List.of(GAMMA, VIOLATIONS, STARTS, SEARCH);

  static CoscOptions of(MethodOptions options) {
    NumberOrWord gamma = options.get(GAMMA);
    return new CoscOptions(
        gamma.isNumber() ? gamma.number() : UNSET,
        options.get(VIOLATIONS),
        options.get(STARTS),
        options.get(SEARCH) == Search.GROUPS);
  }
}
