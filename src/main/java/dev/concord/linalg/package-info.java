/**
 * Operators, sparse and dense kernels, native BLAS, eigensolvers and small quadratic programs.
 * Independent of graphs.
 */
package dev.concord.linalg;
