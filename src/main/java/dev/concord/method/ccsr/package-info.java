/** Constrained clustering via spectral regularization (Li, Liu and Tang 2009). */
package dev.concord.method.ccsr;
