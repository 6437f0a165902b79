/** What a run keeps for the next one, and neighbour lists brought up to date from it. */
package dev.concord.spark.base;
