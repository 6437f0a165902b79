/** Small parts that several RDDs share. */
package dev.concord.spark.rdd;
