/** Low normalized cuts of two clusters under constraints (COSC). */
package dev.concord.partition.twoway;
