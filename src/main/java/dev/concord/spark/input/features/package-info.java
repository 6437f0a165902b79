/** Readers of feature tables. */
package dev.concord.spark.input.features;
