/**
 * Operators, sparse and dense kernels, native BLAS, eigensolvers and small quadratic programs.
 * Knows no graph.
 */
package dev.concord.linalg;
