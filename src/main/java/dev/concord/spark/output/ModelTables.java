package dev.concord.spark.output;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.method.EmbeddingExtension;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.files.IdColumns;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.TableSlice;
import dev.concord.spark.files.TableWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Writes the two tables of a model, always as Parquet. */
public final class ModelTables {
  private final TableWriter tables;

  public ModelTables(SparkSession spark) {
    tables = new TableWriter(spark, "parquet");
  }

  /**
   * Table points: row, id, cluster, scale; confidence, second and outlier with a doubt; extension
   * where there is one.
   */
  public void writePoints(Path folder, ModelContent content) {
    IdTable ids = content.ids();
    int[] clusters = content.clusterOf();
    double[] scales = content.scales();
    Doubt doubt = content.doubt();
    EmbeddingExtension embedding = content.extension();
    double[] extension = embedding == null ? new double[0] : embedding.rows();
    int columns = embedding == null ? 0 : embedding.columns();
    StructType schema =
        new StructType()
            .add("row", DataTypes.IntegerType, false)
            .add("id", ids.type(), false)
            .add("cluster", DataTypes.IntegerType, false)
            .add("scale", DataTypes.DoubleType, false);
    if (doubt != null) {
      schema =
          schema
              .add("confidence", DataTypes.DoubleType, false)
              .add("second", DataTypes.IntegerType, false)
              .add("outlier", DataTypes.DoubleType, false);
    }
    if (columns > 0) {
      schema =
          schema.add("extension", DataTypes.createArrayType(DataTypes.DoubleType, false), false);
    }
    tables.write(
        folder,
        schema,
        clusters.length,
        (from, count) -> {
          int first = (int) from;
          int[] rows = new int[count];
          Arrays.setAll(rows, r -> first + r);
          int to = first + count;
          List<TableSlice.Column> all = new ArrayList<>();
          all.add(new TableSlice.Ints(rows));
          all.add(IdColumns.range(ids, first, count));
          all.add(new TableSlice.Ints(Arrays.copyOfRange(clusters, first, to)));
          all.add(
              new TableSlice.Doubles(
                  scales.length == 0 ? new double[count] : Arrays.copyOfRange(scales, first, to)));
          if (doubt != null) {
            all.add(new TableSlice.Doubles(Arrays.copyOfRange(doubt.confidence(), first, to)));
            all.add(new TableSlice.Ints(Arrays.copyOfRange(doubt.second(), first, to)));
            all.add(new TableSlice.Doubles(Arrays.copyOfRange(doubt.outlier(), first, to)));
          }
          if (columns > 0) {
            double[] part = Arrays.copyOfRange(extension, first * columns, to * columns);
            all.add(new TableSlice.Vectors(part, columns));
          }
          return new TableSlice(count, all.toArray(TableSlice.Column[]::new));
        });
  }

  /**
   * Table features: row, and its values as bytes, little-endian: 4 bytes a feature where single
   * precision loses nothing for the panel, else 8. Of a sparse panel only the values that are not
   * zero, and their columns with 4 bytes each; columns is null elsewhere.
   */
  public void writeFeatures(Path folder, JavaRDD<FeaturePanel> panels) {
    StructType schema =
        new StructType()
            .add("row", DataTypes.IntegerType, false)
            .add("values", DataTypes.BinaryType, false)
            .add("columns", DataTypes.BinaryType, true);
    tables.write(folder, schema, panels.flatMap(ModelTables::rows));
  }

  private static Iterator<Row> rows(FeaturePanel panel) {
    int[] places = new int[panel.dim()];
    double[] values = new double[panel.dim()];
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < panel.rows();
      }

      @Override
      public Row next() {
        if (next >= panel.rows()) {
          throw new NoSuchElementException();
        }
        Row row = row(panel, next, places, values);
        next++;
        return row;
      }
    };
  }

  private static Row row(FeaturePanel panel, int row, int[] places, double[] values) {
    int id = panel.firstRow() + row;
    boolean single = panel.isSingle();
    if (!panel.isSparse()) {
      panel.copyRow(row, values);
      return RowFactory.create(id, bytes(values, values.length, single), null);
    }
    int filled = panel.copyFilled(row, places, values);
    ByteBuffer columns = ByteBuffer.allocate(Integer.BYTES * filled).order(ByteOrder.LITTLE_ENDIAN);
    columns.asIntBuffer().put(places, 0, filled);
    return RowFactory.create(id, bytes(values, filled, single), columns.array());
  }

  private static byte[] bytes(double[] values, int count, boolean single) {
    ByteBuffer buffer =
        ByteBuffer.allocate((single ? Float.BYTES : Double.BYTES) * count)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int v = 0; v < count; v++) {
      if (single) {
        buffer.putFloat((float) values[v]);
      } else {
        buffer.putDouble(values[v]);
      }
    }
    return buffer.array();
  }
}
