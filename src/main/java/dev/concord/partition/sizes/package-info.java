/** Partitions whose clusters have a least and a largest size. */
package dev.concord.partition.sizes;
