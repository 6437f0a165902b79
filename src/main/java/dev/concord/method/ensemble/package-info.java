/**
 * The default method: a small ensemble of partitions, and the evidence that selects one of them.
 */
package dev.concord.method.ensemble;
