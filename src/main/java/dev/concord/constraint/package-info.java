/** Pairwise constraints: closure, contradictions, cannot-link graph, implied pairs. */
package dev.concord.constraint;
