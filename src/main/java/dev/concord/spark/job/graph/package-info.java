/** The graph of a job: from features or given edges, its connection and its figures. */
package dev.concord.spark.job.graph;
