/** Readers of labels and of earlier assignments. */
package dev.concord.spark.input.labels;
