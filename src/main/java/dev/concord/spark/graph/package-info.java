/**
 * The distributed neighbour search, graphs and operators whose rows are on executors, and MLlib's
 * k-means.
 */
package dev.concord.spark.graph;
