/** New points into the clusters of a saved model. */
package dev.concord.spark.assign;
