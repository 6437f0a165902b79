/**
 * The neighbour searches of one process: exact with a proof in double precision, inverted lists
 * (IVF), lists brought up to date where rows changed.
 */
package dev.concord.graph.search;
