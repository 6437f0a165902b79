/** Colouring of the cannot-link graph: heuristics, exact search, proofs. */
package dev.concord.partition.coloring;
