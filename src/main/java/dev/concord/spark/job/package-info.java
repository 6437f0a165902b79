/** The cluster job and its stages. */
package dev.concord.spark.job;
