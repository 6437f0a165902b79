/** The distributed approximate search. */
package dev.concord.spark.neighbors.ivf;
