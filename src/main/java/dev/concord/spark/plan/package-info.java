/**
 * All inputs of a job, checked against each other, and what it is going to do and need, decided
 * before any work.
 */
package dev.concord.spark.plan;
