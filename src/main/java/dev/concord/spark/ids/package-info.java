/** The dense index of every id. */
package dev.concord.spark.ids;
