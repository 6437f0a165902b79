/** The command evaluate: an assignment judged by true labels, pairs and a graph. */
@NullMarked
package dev.concord.evaluate;

import org.jspecify.annotations.NullMarked;
