/**
 * Graphs that the driver cannot hold: coarsening on the executors, and the way of a partition back.
 */
@org.jspecify.annotations.NullMarked
package dev.concord.spark.coarse;
