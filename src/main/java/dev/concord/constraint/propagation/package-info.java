/** Exhaustive constraint propagation over the graph (Lu and Ip 2010). */
package dev.concord.constraint.propagation;
