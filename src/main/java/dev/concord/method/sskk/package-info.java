/** Semi-supervised kernel k-means (Kulis et al. 2005). */
package dev.concord.method.sskk;
