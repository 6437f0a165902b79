/** k-means on the features under constraints: PCK-means and COP-k-means. The graph is not used. */
package dev.concord.method.kmeans;
