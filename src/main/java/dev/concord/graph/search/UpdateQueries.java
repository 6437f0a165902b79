package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;

/**
 * Rows whose neighbours are searched.
 *
 * @param ids dense ids, ascending
 * @param features of these rows, in this order
 * @param enters whether a row is new: it may enter the lists of others
 * @param width neighbours of a row that are wanted
 */
@DefaultSerializer(JavaSerializer.class)
public record UpdateQueries(int[] ids, FeaturePanel features, boolean[] enters, int width)
    implements Serializable {}
