package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.input.IdColumn;
import java.io.Serializable;

/**
 * The columns of a row of a table of pairs: first id, second id, kind as text, weight, and as a
 * fifth the kind that a row replaces.
 *
 * @param weighted whether the fourth column has weights
 * @param most the largest weight
 */
@DefaultSerializer(JavaSerializer.class)
record PairColumns(IdColumn first, IdColumn second, boolean weighted, double most)
    implements Serializable {
  private static final long serialVersionUID = 1L;
}
