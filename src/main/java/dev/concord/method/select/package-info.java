/** Choosing a method and its settings by held-out constraints. */
@NullMarked
package dev.concord.method.select;

import org.jspecify.annotations.NullMarked;
