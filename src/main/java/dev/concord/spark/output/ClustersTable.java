package dev.concord.spark.output;

import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.ids.IdTable;
import dev.concord.spark.table.IdColumns;
import dev.concord.spark.table.TableSlice;
import java.util.Arrays;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Table clusters: id, cluster and, with a doubt, confidence, second and outlier.
 *
 * @param clusters length n, by dense index
 * @param doubt about the points, or null
 */
record ClustersTable(IdTable ids, int[] clusters, @Nullable Doubt doubt) {

  StructType schema() {
    StructType schema =
        new StructType().add("id", ids.type(), false).add("cluster", DataTypes.IntegerType, false);
    return doubt == null
        ? schema
        : schema
            .add("confidence", DataTypes.DoubleType, false)
            .add("second", DataTypes.IntegerType, false)
            .add("outlier", DataTypes.DoubleType, false);
  }

  TableSlice slice(int from, int count) {
    int to = from + count;
    TableSlice.Column id = IdColumns.range(ids, from, count);
    TableSlice.Column cluster = new TableSlice.Ints(Arrays.copyOfRange(clusters, from, to));
    return doubt == null
        ? new TableSlice(count, id, cluster)
        : new TableSlice(
            count,
            id,
            cluster,
            new TableSlice.Doubles(Arrays.copyOfRange(doubt.confidence(), from, to)),
            new TableSlice.Ints(Arrays.copyOfRange(doubt.second(), from, to)),
            new TableSlice.Doubles(Arrays.copyOfRange(doubt.outlier(), from, to)));
  }
}
