/** Draws of pairs and labels for experiments. */
package dev.concord.constraint.draw;
