/**
 * Every method by name; the steps from a graph to a partition: propagate, method, rounding,
 * refinement, sizes; the number of clusters; some clusters anew.
 */
package dev.concord.method.pipeline;
