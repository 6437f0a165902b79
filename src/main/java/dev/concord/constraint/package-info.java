/**
 * Pairwise constraints: closure, contradictions, cannot-link graph, proofs, moments, propagation
 * over the graph (Lu and Ip 2010), draws.
 */
package dev.concord.constraint;
