package dev.concord.spark.output;

import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.files.IdColumns;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.TableSlice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Table clusters: id, cluster, further partitions and, with a doubt, confidence, second and
 * outlier.
 *
 * @param clusters length n, by dense index
 * @param more cluster of each point in other partitions, by the name of its column
 * @param doubt about the points, or null
 */
record ClustersTable(IdTable ids, int[] clusters, Map<String, int[]> more, @Nullable Doubt doubt) {

  StructType schema() {
    StructType schema =
        new StructType().add("id", ids.type(), false).add("cluster", DataTypes.IntegerType, false);
    for (String name : more.keySet()) {
      schema = schema.add(name, DataTypes.IntegerType, false);
    }
    return doubt == null
        ? schema
        : schema
            .add("confidence", DataTypes.DoubleType, false)
            .add("second", DataTypes.IntegerType, false)
            .add("outlier", DataTypes.DoubleType, false);
  }

  TableSlice slice(int from, int count) {
    int to = from + count;
    List<TableSlice.Column> columns = new ArrayList<>();
    columns.add(IdColumns.range(ids, from, count));
    columns.add(new TableSlice.Ints(Arrays.copyOfRange(clusters, from, to)));
    for (int[] partition : more.values()) {
      columns.add(new TableSlice.Ints(Arrays.copyOfRange(partition, from, to)));
    }
    if (doubt != null) {
      columns.add(new TableSlice.Doubles(Arrays.copyOfRange(doubt.confidence(), from, to)));
      columns.add(new TableSlice.Ints(Arrays.copyOfRange(doubt.second(), from, to)));
      columns.add(new TableSlice.Doubles(Arrays.copyOfRange(doubt.outlier(), from, to)));
    }
    return new TableSlice(count, columns.toArray(TableSlice.Column[]::new));
  }
}
