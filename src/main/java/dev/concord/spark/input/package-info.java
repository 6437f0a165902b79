/**
 * Reads every input table: features into panels, constraints, labels and edges into primitive
 * arrays. What a table holds is checked here, before any long work; the dense index of a point is
 * the position of its id in the sorted ids, so nothing depends on how Spark split the input.
 */
package dev.concord.spark.input;
