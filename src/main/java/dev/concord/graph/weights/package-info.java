/** From distances to edge weights: kernels, bandwidths, symmetrization. */
package dev.concord.graph.weights;
