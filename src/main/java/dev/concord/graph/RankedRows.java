package dev.concord.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * The k nearest points of consecutive rows, by exact distance, and the rows for which that is not
 * proven.
 *
 * @param firstRow dense id of the first row
 * @param rows number of rows
 * @param k neighbours of a row
 * @param index rows·k dense ids, ascending by (distance, index) within a row; -1 where an
 *     uncertified row has too few candidates
 * @param distance rows·k Euclidean distances, NaN where the index is -1
 * @param uncertified dense ids of the rows that must be searched exhaustively, ascending
 */
@DefaultSerializer(JavaSerializer.class)
public record RankedRows(
    int firstRow, int rows, int k, int[] index, double[] distance, int[] uncertified)
    implements Serializable {}
