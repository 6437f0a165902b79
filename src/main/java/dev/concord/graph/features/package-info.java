/** Rows of features as packed panels, their scaling and statistics. */
package dev.concord.graph.features;
