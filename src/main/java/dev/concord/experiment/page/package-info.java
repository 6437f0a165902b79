/** The page, the plots and the text of an experiment. */
@NullMarked
package dev.concord.experiment.page;

import org.jspecify.annotations.NullMarked;
