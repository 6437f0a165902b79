/** The choice of method and graph by held-out constraints. */
package dev.concord.method.auto;
