/**
 * Partitions of a graph under constraints on pairs: the contracted problem, the ratio of
 * differences of convex functions for two clusters, colouring of cannot-links, and the search for
 * low normalized cuts with k clusters. Uses linalg, graph, constraint and metric.
 */
package dev.concord.partition;
