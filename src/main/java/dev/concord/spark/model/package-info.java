/**
 * The saved model: what a clustering leaves behind so that new points can be put into its clusters,
 * the folder it is kept in, and the placing of new points.
 */
package dev.concord.spark.model;
