/** Images: pixels as points, their labels as blocks, and the picture of their clusters. */
@NullMarked
package dev.concord.image;

import org.jspecify.annotations.NullMarked;
