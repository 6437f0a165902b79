/**
 * What a run keeps for the next one, neighbour lists brought up to date from it, and the
 * distributed approximate search.
 */
package dev.concord.spark.base;
