package dev.concord.study;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.clustering.PowerIterationClustering;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Spark MLlib's power iteration clustering (Lin and Cohen, ICML 2010) of a similarity graph. */
final class PowerIteration implements AutoCloseable {
  private static final StructType EDGES =
      new StructType()
          .add("src", DataTypes.LongType)
          .add("dst", DataTypes.LongType)
          .add("weight", DataTypes.DoubleType);

  private final SparkSession spark =
      SparkSession.builder()
          .master("local[1]")
          .config("spark.ui.enabled", "false")
          .config("spark.sql.shuffle.partitions", "1")
          .getOrCreate();

  /** The clusters; points without an edge are in cluster 0. */
  int[] cluster(SimilarityGraph graph, int k) {
    List<Row> edges = new ArrayList<>();
    CsrMatrix w = graph.weights();
    for (int i = 0; i < graph.size(); i++) {
      for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
        if (w.col()[p] > i) {
          edges.add(RowFactory.create((long) i, (long) w.col()[p], w.val()[p]));
        }
      }
    }
    Dataset<Row> table = spark.createDataFrame(edges, EDGES);
    int[] labels = new int[graph.size()];
    for (Row row :
        new PowerIterationClustering()
            .setK(k)
            .setInitMode("degree")
            .setWeightCol("weight")
            .assignClusters(table)
            .collectAsList()) {
      labels[Math.toIntExact(row.getLong(0))] = row.getInt(1);
    }
    return labels;
  }

  @Override
  public void close() {
    spark.stop();
  }
}
