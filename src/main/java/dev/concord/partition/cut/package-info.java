/** Low normalized cuts of two or k clusters under constraints. */
package dev.concord.partition.cut;
