/** Clusters that people approved, as constraints: a table of input. */
@NullMarked
package dev.concord.approved;

import org.jspecify.annotations.NullMarked;
