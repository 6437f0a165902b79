/** Readers of features: tables, IDX files, images; rows moved to panels. */
package dev.concord.spark.input.features;
