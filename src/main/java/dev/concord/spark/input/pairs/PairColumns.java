package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.PairWords;
import dev.concord.constraint.PairKind;
import dev.concord.spark.input.IdColumn;
import java.io.Serializable;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a row of a table of pairs: first id, second id, kind as text, weight, and as a
 * fifth the kind that a row replaces.
 *
 * @param weighted whether the fourth column has weights
 * @param most the largest weight
 * @param words for the kinds
 */
@DefaultSerializer(JavaSerializer.class)
record PairColumns(IdColumn first, IdColumn second, boolean weighted, double most, PairWords words)
    implements Serializable {
  /** The kind in a column of a row; null when its text is none. */
  @Nullable PairKind kind(Row row, int at) {
    return row.isNullAt(at) ? PairKind.OPEN : PairKind.of(words.kind(row.getString(at)));
  }
}
