package dev.concord.config;

import org.jspecify.annotations.Nullable;

/**
 * A whole configuration of the command suggest, checked.
 *
 * @param job the clustering that the questions are about
 * @param pairs so many pairs are suggested at most
 * @param exemplars so many points at most are named beside each point of a pair
 * @param answers the path of input.constraints where that is one CSV file on this machine, else
 *     null; the clusters of a round are kept beside it
 * @param keep whether a first round is kept, too
 * @param effective the configuration in force as JSON, secrets redacted
 */
public record SuggestConfig(
    ConcordConfig job,
    int pairs,
    int exemplars,
    @Nullable String answers,
    boolean keep,
    String effective) {}
