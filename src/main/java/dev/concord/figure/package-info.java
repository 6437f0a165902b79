/**
 * Figures of results: records whose components are the keys of a JSON object, in their order.
 * {@link dev.concord.figure.FigureJson} converts them; the annotations are for keys that the names
 * of components cannot give.
 */
@NullMarked
package dev.concord.figure;

import org.jspecify.annotations.NullMarked;
