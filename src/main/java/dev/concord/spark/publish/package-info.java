/** How an output comes to its place: drafts, lists of files, renames, what earlier runs left. */
package dev.concord.spark.publish;
