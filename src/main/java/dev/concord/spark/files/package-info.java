/** Hashes, digests, folders and the version of the program. */
package dev.concord.spark.files;
