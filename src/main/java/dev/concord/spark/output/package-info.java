/**
 * The output folder: tables and texts are written beside the target and appear there together, by a
 * rename, when all of them are complete.
 */
package dev.concord.spark.output;
