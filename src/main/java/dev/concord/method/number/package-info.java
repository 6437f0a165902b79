/** The choice of the number of clusters: gaps of two graphs, agreement of partitions, pairs. */
package dev.concord.method.number;
