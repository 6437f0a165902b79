/**
 * Solvers, each with its residuals: eigenpairs of a symmetric operator (ARPACK, thick-restart
 * Lanczos, dense), linear systems, pencils of two matrices A x = lambda B x, small quadratic
 * programs, the proximal step of the total variation.
 */
package dev.concord.linalg.solve;
