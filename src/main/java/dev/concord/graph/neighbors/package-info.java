/** What every neighbour search yields: lists of the k nearest, and their recall. */
package dev.concord.graph.neighbors;
