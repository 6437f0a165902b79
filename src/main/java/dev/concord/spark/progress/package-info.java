/** How a job gets on: stages, progress, warnings, solver traces. */
package dev.concord.spark.progress;
