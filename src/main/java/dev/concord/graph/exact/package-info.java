/** The exact neighbour search: candidates by matrix products, then a proof in double precision. */
package dev.concord.graph.exact;
