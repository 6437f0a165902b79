/** Flexible constrained spectral clustering (Wang and Davidson 2010). */
package dev.concord.method.csp;
