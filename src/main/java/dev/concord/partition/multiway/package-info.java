/** Low normalized cuts of k clusters under constraints. */
package dev.concord.partition.multiway;
