/**
 * Results of single stages, kept beside the output while a job runs, so that a killed job goes on
 * where it was. Everything is checked when it is read back.
 */
package dev.concord.spark.stages;
