/** Trials of an experiment: draws of pairs and labels, measures, and what they are on average. */
@NullMarked
package dev.concord.experiment.trial;

import org.jspecify.annotations.NullMarked;
