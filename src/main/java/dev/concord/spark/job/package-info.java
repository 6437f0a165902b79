/** The job: inputs, plan, graph, method, evaluation; and the checks of validate. */
package dev.concord.spark.job;
