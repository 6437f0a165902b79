/** Files of the IDX format. */
package dev.concord.spark.input.idx;
