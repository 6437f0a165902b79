/**
 * The partition problem on must-link components, and colouring of the cannot-link graph:
 * heuristics, exact search, proofs.
 */
package dev.concord.partition.coloring;
