/**
 * Everything that moves data through Spark: tables and ids, distributed search and operators,
 * k-means, output.
 */
package dev.concord.spark;
