package dev.concord.method;

import java.util.List;

/**
 * The options of cosc, which its refinement of other methods' partitions shares.
 *
 * @param gamma price of violated beliefs; NaN: as high as it takes
 * @param violations weight of beliefs that may be violated when gamma is NaN
 * @param starts starts of the search
 * @param groups whether cannot-links move groups of alike points before the cut is lowered
 */
record CoscOptions(double gamma, double violations, int starts, boolean groups) {
  static CoscOptions of(MethodOptions options) {
    double gamma = options.numberOr("gamma", List.of("hard"));
    double violations = options.numberOr("violations", List.of());
    return new CoscOptions(
        gamma,
        Double.isNaN(violations) ? 0.0 : violations,
        options.integer("starts", 10, 1),
        options.choice("search", List.of("cut", "groups")).equals("groups"));
  }
}
