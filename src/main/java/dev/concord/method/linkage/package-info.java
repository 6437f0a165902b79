/** Constrained complete linkage (Klein, Kamvar and Manning 2002). */
package dev.concord.method.linkage;
