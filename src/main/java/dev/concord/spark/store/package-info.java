/**
 * What a run keeps and publishes: results of stages, drafts, lists of files, renames, what earlier
 * runs left.
 */
package dev.concord.spark.store;
