package dev.concord.constraint;

/**
 * The figures of a set of constraints: counts, closure, contradictions and implied pairs.
 *
 * @param mustLinks distinct must-links
 * @param cannotLinks distinct cannot-links
 * @param unsure rows judged "unsure": kept, not used
 * @param duplicates rows that repeated an earlier pair in the same kind
 * @param softCount distinct pairs of weight below 1
 * @param components must-link components of two points or more
 * @param joinedPoints points in those components
 * @param contradictions cannot-links of weight 1 inside a must-link component
 * @param impliedMustLinks pairs that must be together by closure and are not given
 * @param impliedCannotLinks pairs that must be apart by closure and are not given
 */
public record ConstraintDiagnosis(
    int mustLinks,
    int cannotLinks,
    long unsure,
    int duplicates,
    int softCount,
    int components,
    int joinedPoints,
    int contradictions,
    long impliedMustLinks,
    long impliedCannotLinks) {

  /** The figures of {@code pairs}, from the parts already computed. O(P log P). */
  public static ConstraintDiagnosis of(
      PairConstraints pairs,
      long unsure,
      MustLinkClosure closure,
      Contradictions contradictions,
      ImpliedPairs implied) {
    int joinedPoints = 0;
    for (int component : closure.joinedComponents()) {
      joinedPoints += closure.size(component);
    }
    int mustLinks = pairs.mustLinks();
    return new ConstraintDiagnosis(
        mustLinks,
        pairs.size() - mustLinks,
        unsure,
        pairs.duplicates(),
        pairs.softCount(),
        closure.joined(),
        joinedPoints,
        contradictions.count(),
        implied.mustTotal(),
        implied.cannotTotal());
  }

  /** The figures of {@code pairs}, computing closure, contradictions and implied totals. */
  public static ConstraintDiagnosis of(PairConstraints pairs, long unsure) {
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    Contradictions contradictions = Contradictions.find(pairs, closure);
    CannotLinkGraph graph = CannotLinkGraph.of(pairs, closure);
    ImpliedPairs implied = ImpliedPairs.of(pairs, closure, graph, 0);
    return of(pairs, unsure, closure, contradictions, implied);
  }
}
