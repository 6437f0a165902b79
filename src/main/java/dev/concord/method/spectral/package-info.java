/**
 * Methods that round eigenvectors: ncut, sclc, csp, ccskl, ccsr, sskk, FAST-GE, and those that
 * write pairs into affinities.
 */
package dev.concord.method.spectral;
