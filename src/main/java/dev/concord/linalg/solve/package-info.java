/** Linear systems: conjugate gradients and their preconditioners. */
package dev.concord.linalg.solve;
