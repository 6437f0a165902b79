/** Small quadratic programs, and the proximal step of the total variation. */
package dev.concord.linalg.qp;
