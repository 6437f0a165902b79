/**
 * What a method is, its options, what it is given and what it returns; new points into the clusters
 * of a finished run.
 */
package dev.concord.method;
