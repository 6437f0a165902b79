/**
 * Agreement, matching, violations and evidence of a partition; what became of an earlier one;
 * figures of trials.
 */
package dev.concord.metric;
