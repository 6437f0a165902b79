/** Eigenpairs of two matrices: A x = lambda B x, definite and indefinite. */
package dev.concord.linalg.pencil;
