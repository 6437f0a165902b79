/**
 * Approximate neighbours: rows in few coordinates, cells of near rows, and the search of each row's
 * nearest cells. Every choice is proved or made in double, so that the lists are a matter of
 * mathematics: tiles, machines and matrix libraries cannot change them.
 */
@NullMarked
package dev.concord.graph.cells;

import org.jspecify.annotations.NullMarked;
