/** The distributed exact neighbour search, and what all searches share. */
package dev.concord.spark.neighbors;
