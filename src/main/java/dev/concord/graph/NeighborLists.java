package dev.concord.graph;

/**
 * The k nearest neighbours of each of n points.
 *
 * @param n number of points
 * @param k neighbours of a point, below n
 * @param index n·k: row i at [i·k, (i+1)·k), never i itself, ascending by (distance, index)
 * @param distance n·k: Euclidean distances, computed in double
 */
public record NeighborLists(int n, int k, int[] index, double[] distance) {}
