/** Constrained spectral clustering as a stage of Spark ML. */
package dev.concord.ml;
