/** The number of clusters of a job: the numbers it is chosen from, and what the choice takes. */
package dev.concord.spark.number;
