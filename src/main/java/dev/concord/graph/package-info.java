/**
 * Similarity graphs: neighbour lists and their recall, components, normalized adjacency, cuts,
 * random walks.
 */
package dev.concord.graph;
