/**
 * PCK-means (Basu et al. 2004), COP-k-means (Wagstaff et al. 2001), constrained complete linkage
 * (Klein et al. 2002).
 */
package dev.concord.method.kmeans;
