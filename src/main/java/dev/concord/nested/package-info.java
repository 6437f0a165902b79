/** Nested partitions: each found by itself, then made to agree, or clusters merged at a low cut. */
@NullMarked
package dev.concord.nested;

import org.jspecify.annotations.NullMarked;
