/** What a job is going to do and need, decided before any work. */
package dev.concord.spark.plan;
