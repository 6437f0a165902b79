package dev.concord.method.correlation;

import dev.concord.method.MethodFigures;
import org.jspecify.annotations.Nullable;

/**
 * The figures of correlation.
 *
 * @param clusters that came out
 * @param singletons clusters of one point
 * @param objective the sum of the log odds within clusters
 * @param learnedFrom what the chances of pairs were learned from
 * @param likelyPairs listed pairs that are more likely of one cluster than not
 * @param sources different sources of the records; null without that rule
 * @param parts components of pairs with a sum above 0, of two must-link components or more
 * @param exact how many of them were solved exactly
 * @param largestPart must-link components of the largest
 */
public record CorrelationFigures(
    int clusters,
    int singletons,
    double objective,
    String learnedFrom,
    long likelyPairs,
    @Nullable Integer sources,
    int parts,
    int exact,
    int largestPart)
    implements MethodFigures {}
