/** Readers of edge tables. */
package dev.concord.spark.input.edges;
