/** k-means searches on packed rows, and how many starts they have. */
package dev.concord.linalg.kmeans;
