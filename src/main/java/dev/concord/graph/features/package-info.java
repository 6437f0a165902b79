/**
 * Rows of features as packed panels, their scaling and statistics, and principal components that
 * stand for many.
 */
package dev.concord.graph.features;
