/** Low normalized cuts of two or k clusters under constraints (COSC). */
package dev.concord.partition.cut;
