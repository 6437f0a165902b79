/** The largest eigenpairs of a symmetric operator: ARPACK, block Lanczos, dense. */
package dev.concord.linalg.eigen;
