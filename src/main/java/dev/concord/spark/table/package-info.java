/** Tables written from primitive columns. */
package dev.concord.spark.table;
