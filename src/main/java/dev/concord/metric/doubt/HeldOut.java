package dev.concord.metric.doubt;

import java.util.List;

/**
 * A partition that was found without some judged pairs, and those pairs: their answers were not
 * known to the search, so they show how often it is right.
 *
 * @param labels length n, in 0..k-1, of any numbering
 * @param alternatives other partitions of the same search, as of the one that it stands for
 * @param first points of the pairs
 * @param second the other points
 * @param together whether the two points are known to be of one class
 * @param weight of each pair, in (0, 1]
 */
public record HeldOut(
    int[] labels,
    List<Alternative> alternatives,
    int[] first,
    int[] second,
    boolean[] together,
    double[] weight) {}
