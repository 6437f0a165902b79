/** Readers of constraint tables. */
package dev.concord.spark.input.pairs;
