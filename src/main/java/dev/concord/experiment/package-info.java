/**
 * The command experiment: methods tried on data sets with random draws of pairs or labels, many
 * times.
 */
@NullMarked
package dev.concord.experiment;

import org.jspecify.annotations.NullMarked;
