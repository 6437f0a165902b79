/**
 * Neighbour lists and their search kernels, edge weights, the similarity graph, components and
 * cuts.
 */
package dev.concord.graph;
