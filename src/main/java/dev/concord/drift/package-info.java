/** What became of the clusters of an earlier run: figures, tables, a limit. */
@NullMarked
package dev.concord.drift;

import org.jspecify.annotations.NullMarked;
