/**
 * Files, hashes, the dense index of ids, tables of primitive columns, small parts of RDDs, progress
 * and warnings.
 */
package dev.concord.spark.files;
