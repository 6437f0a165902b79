/** Figures of the trials of an experiment. */
package dev.concord.metric.trial;
