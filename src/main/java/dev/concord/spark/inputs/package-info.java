/** All inputs of a job, read and checked against each other. */
package dev.concord.spark.inputs;
