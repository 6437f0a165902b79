/** Output tables, saved models, and new points assigned by a model. */
package dev.concord.spark.output;
