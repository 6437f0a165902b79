/** Linear systems, pencils of two matrices A x = lambda B x, and small quadratic programs. */
package dev.concord.linalg.solve;
