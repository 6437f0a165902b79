/**
 * The neighbour searches of one process: exact, by inverted lists (IVF), and lists brought up to
 * date.
 */
package dev.concord.graph.search;
