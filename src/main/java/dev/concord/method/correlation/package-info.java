/** Correlation clustering of scored pairs: verdicts, sources, and no number of clusters. */
package dev.concord.method.correlation;
