/**
 * Solvers: eigenpairs of symmetric operators, linear systems, pencils of two matrices, small
 * quadratic programs.
 */
package dev.concord.linalg.solve;
