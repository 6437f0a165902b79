/**
 * Constrained 1-spectral clustering (Rangapuram and Hein 2012), and the refinement that shares its
 * search.
 */
package dev.concord.method.cosc;
