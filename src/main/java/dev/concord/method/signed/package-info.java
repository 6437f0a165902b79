/** The reduction of a problem by linear constraints f_p = f_q and f_p = -f_q. */
package dev.concord.method.signed;
