/** Nested partitions: clusters merged into fewer, at a low cut. */
package dev.concord.partition.nested;
