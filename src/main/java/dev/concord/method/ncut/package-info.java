/** Normalized cut without constraints. */
package dev.concord.method.ncut;
