/** Feature columns, and rows moved to panels. */
package dev.concord.spark.input.panels;
