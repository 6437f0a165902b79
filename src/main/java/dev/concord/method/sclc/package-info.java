/** Normalized cut of two clusters with linear constraints. */
package dev.concord.method.sclc;
