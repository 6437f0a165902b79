/** Readers of pairs, edges, labels and earlier assignments. */
package dev.concord.spark.input.pairs;
