/** The approximate neighbour search by inverted lists (IVF). */
package dev.concord.graph.ivf;
