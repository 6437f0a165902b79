/** Constrained clustering by spectral kernel learning (Li and Liu 2009). */
package dev.concord.method.ccskl;
