/** Neighbour lists of a table brought up to date where a few of its rows changed. */
package dev.concord.graph.update;
