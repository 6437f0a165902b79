package dev.concord.constraint;

/**
 * The figures of a constraint propagation.
 *
 * @param columns columns of walk probabilities computed
 * @param values probabilities kept in them
 * @param relaxations entries of the graph visited to compute them
 * @param groups groups the pairs were taken in
 * @param error bound on the error of every probability
 * @param shareAgainst share of edges that were weakened
 * @param shareInFull share of edges that were weakened by the full strength
 * @param shareFor share of edges that were strengthened
 * @param scale the value from which an edge is weakened in full
 */
public record PropagationFigures(
    long columns,
    long values,
    long relaxations,
    int groups,
    double error,
    double shareAgainst,
    double shareInFull,
    double shareFor,
    double scale) {}
