package dev.concord.benchmark;

/**
 * What a process took.
 *
 * @param seconds from its start to its end
 * @param processorSeconds its own and its children's, user and system; NaN where unknown
 * @param peakBytes the most memory resident at once; NaN where unknown
 * @param otherCores how many cores other programs kept busy meanwhile; NaN where unknown
 */
record Finished(double seconds, double processorSeconds, double peakBytes, double otherCores) {}
