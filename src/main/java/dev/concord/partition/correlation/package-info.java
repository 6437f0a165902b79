/** Correlation clustering: partitions of signed graphs into any number of clusters. */
package dev.concord.partition.correlation;
