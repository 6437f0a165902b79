package dev.concord.config;

/**
 * A whole configuration of the command suggest, checked.
 *
 * @param job the clustering that the questions are about
 * @param pairs so many pairs are suggested at most
 * @param exemplars so many points at most are named beside each point of a pair
 * @param effective the configuration in force as JSON, secrets redacted
 */
public record SuggestConfig(ConcordConfig job, int pairs, int exemplars, String effective) {}
