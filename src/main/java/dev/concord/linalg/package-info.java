/** Operators, sparse and dense matrices, native products, k-means searches, seeds. */
package dev.concord.linalg;
