package dev.concord.spark.input.pairs;

import dev.concord.spark.files.IdTable;

/**
 * An edge table as read, sorted by (source, target, weight).
 *
 * @param ids every id of either column
 * @param source dense indices
 * @param target dense indices, never equal to the source's
 * @param weight finite and above 0
 */
public record EdgeTable(IdTable ids, int[] source, int[] target, double[] weight) {}
