/**
 * Correlation clustering of scored pairs: exact for few nodes, a local search; chances learned from
 * sources and verdicts.
 */
package dev.concord.records;
