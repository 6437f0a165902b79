/** The plan of a job: stages, memory, disk and placement, computed before any work. */
package dev.concord.spark.plan;
