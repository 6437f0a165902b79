/** How good a partition is: against known labels, and against the constraints. */
package dev.concord.metric;
