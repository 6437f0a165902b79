package dev.concord.spark.output;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.method.EmbeddingExtension;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.Location;
import dev.concord.spark.input.features.PanelLayout;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/** Reads the two tables of a model; rows may come in any order. */
final class ModelRows {
  private ModelRows() {}

  /** Some points, packed. */
  @DefaultSerializer(JavaSerializer.class)
  private record Points(
      int[] rows,
      long[] longs,
      String[] strings,
      int[] clusters,
      double[] scales,
      @Nullable Doubt doubt,
      double[] values)
      implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  /** The points and the content of model.json. */
  static ModelContent content(
      SparkSession spark, String where, String folder, ModelJson.Content read) {
    ModelFacts facts = read.facts();
    ModelJson.Extension extension = read.extension();
    int columns = extension == null ? 0 : extension.columns();
    boolean strings = facts.ids().equals("string");
    List<Points> parts =
        spark
            .read()
            .parquet(Location.escaped(folder + "/points"))
            .toJavaRDD()
            .mapPartitions(rows -> List.of(points(where, rows, strings, columns)).iterator())
            .collect();
    int n = facts.points();
    long rows = parts.stream().mapToLong(part -> part.rows().length).sum();
    if (rows != n) {
      throw DamagedModel.at(where, "points", "it has " + rows + " of " + n + " rows");
    }
    long[] longs = new long[strings ? 0 : n];
    String[] texts = new String[strings ? n : 0];
    int[] clusters = new int[n];
    double[] scales = new double[n];
    double[] values = new double[Math.multiplyExact(n, columns)];
    Doubt doubt = new Doubt(new double[n], new int[n], new double[n], 0, 0);
    boolean doubted = parts.stream().allMatch(part -> part.doubt() != null);
    BitSet seen = new BitSet(n);
    for (Points part : parts) {
      for (int p = 0; p < part.rows().length; p++) {
        int row = part.rows()[p];
        if (row < 0 || row >= n || seen.get(row) || !isWithin(part, p, facts.clusters())) {
          throw DamagedModel.at(where, "points", "row " + row + " contradicts model.json");
        }
        seen.set(row);
        if (strings) {
          texts[row] = part.strings()[p];
        } else {
          longs[row] = part.longs()[p];
        }
        clusters[row] = part.clusters()[p];
        scales[row] = part.scales()[p];
        Doubt own = part.doubt();
        if (own != null) {
          doubt.confidence()[row] = own.confidence()[p];
          doubt.second()[row] = own.second()[p];
          doubt.outlier()[row] = own.outlier()[p];
        }
        System.arraycopy(part.values(), p * columns, values, row * columns, columns);
      }
    }
    return new ModelContent(
        facts,
        ids(facts, longs, texts),
        clusters,
        scales,
        doubted ? doubt : null,
        placed(extension, values));
  }

  /** Whether the numbers of a row are in their ranges; an empty table of edges has no scales. */
  private static boolean isWithin(Points part, int p, int clusters) {
    Doubt doubt = part.doubt();
    return part.clusters()[p] >= 0
        && part.clusters()[p] < clusters
        && !(part.scales()[p] < 0.0)
        && !Double.isInfinite(part.scales()[p])
        && (doubt == null || (doubt.second()[p] >= -1 && doubt.second()[p] < clusters));
  }

  private static IdTable ids(ModelFacts facts, long[] longs, String[] texts) {
    return switch (facts.ids()) {
      case "row-number" -> IdTable.rowNumbers(facts.points());
      case "string" -> IdTable.ofStrings(texts);
      default -> IdTable.ofLongs(longs);
    };
  }

  private static @Nullable EmbeddingExtension placed(
      ModelJson.@Nullable Extension extension, double[] values) {
    return extension == null
        ? null
        : new EmbeddingExtension(
            extension.columns(),
            extension.nystrom(),
            extension.unit(),
            values,
            extension.centres(),
            extension.agreement());
  }

  private static Points points(String where, Iterator<Row> source, boolean strings, int columns) {
    List<Row> rows = new ArrayList<>();
    source.forEachRemaining(rows::add);
    int n = rows.size();
    if (columns > 0
        && n > 0
        && rows.get(0).getList(rows.get(0).fieldIndex("extension")).size() != columns) {
      throw DamagedModel.at(where, "points", "its embedding is not of " + columns + " columns");
    }
    boolean doubted =
        n == 0 || Arrays.asList(rows.get(0).schema().fieldNames()).contains("confidence");
    Points points =
        new Points(
            new int[n],
            new long[strings ? 0 : n],
            new String[strings ? n : 0],
            new int[n],
            new double[n],
            doubted ? new Doubt(new double[n], new int[n], new double[n], 0, 0) : null,
            new double[n * columns]);
    for (int p = 0; p < n; p++) {
      Row row = rows.get(p);
      points.rows()[p] = row.getAs("row");
      if (strings) {
        points.strings()[p] = row.getAs("id");
      } else {
        points.longs()[p] = row.<Long>getAs("id");
      }
      points.clusters()[p] = row.<Integer>getAs("cluster");
      points.scales()[p] = row.<Double>getAs("scale");
      Doubt doubt = points.doubt();
      if (doubt != null) {
        doubt.confidence()[p] = row.<Double>getAs("confidence");
        doubt.second()[p] = row.<Integer>getAs("second");
        doubt.outlier()[p] = row.<Double>getAs("outlier");
      }
      if (columns > 0) {
        List<Double> vector = row.getList(row.fieldIndex("extension"));
        if (vector.size() != columns) {
          throw DamagedModel.at(where, "points", "its embedding is not of " + columns + " columns");
        }
        for (int c = 0; c < columns; c++) {
          points.values()[p * columns + c] = vector.get(c);
        }
      }
    }
    return points;
  }

  /** One row on its way to its panel; the columns of a sparse one, else null. */
  @DefaultSerializer(JavaSerializer.class)
  private record PanelRow(int row, byte[] values, byte @Nullable [] columns)
      implements Serializable {
    private static final long serialVersionUID = 2L;
  }

  /** The training features, panel p in partition p. Nothing runs yet. */
  static JavaRDD<FeaturePanel> features(
      SparkSession spark, String where, String folder, ModelFacts facts) {
    PanelLayout layout = PanelLayout.of(facts.points(), facts.dim(), 0);
    Dataset<Row> table = spark.read().parquet(Location.escaped(folder + "/features"));
    // Models of the first version have no sparse rows.
    boolean mayBeSparse = Arrays.asList(table.columns()).contains("columns");
    return table
        .select(
            functions.col("row"),
            functions.col("values"),
            mayBeSparse ? functions.col("columns") : functions.lit(null))
        .toJavaRDD()
        .mapToPair(row -> placed(where, row, layout))
        // The hash of a number is the number: panel p goes to partition p.
        .partitionBy(new HashPartitioner(layout.panels()))
        .mapPartitionsWithIndex((panel, rows) -> panel(where, panel, rows, layout), true);
  }

  private static Tuple2<Integer, PanelRow> placed(String where, Row row, PanelLayout layout) {
    PanelRow read = new PanelRow(row.getInt(0), row.getAs(1), row.getAs(2));
    if (read.row() < 0 || read.row() >= layout.n() || !isWhole(read, layout.dim())) {
      throw DamagedModel.at(where, "features", "row " + read.row() + " contradicts model.json");
    }
    return new Tuple2<>(layout.panelOf(read.row()), read);
  }

  /** Whether there is a value for each column, and columns ascend. */
  private static boolean isWhole(PanelRow row, int dim) {
    byte[] places = row.columns();
    long count = places == null ? dim : places.length / Integer.BYTES;
    if (row.values().length != 4L * count && row.values().length != 8L * count) {
      return false;
    }
    if (places != null) {
      ByteBuffer columns = buffer(places);
      int last = -1;
      while (columns.remaining() >= Integer.BYTES) {
        int column = columns.getInt();
        if (column <= last || column >= dim) {
          return false;
        }
        last = column;
      }
    }
    return true;
  }

  private static Iterator<FeaturePanel> panel(
      String where, int panel, Iterator<Tuple2<Integer, PanelRow>> source, PanelLayout layout) {
    int rows = layout.rows(panel);
    int first = layout.firstRow(panel);
    PanelRow[] all = new PanelRow[rows];
    int found = 0;
    while (source.hasNext()) {
      PanelRow row = source.next()._2();
      all[row.row() - first] = row;
      found++;
    }
    if (found != rows || Arrays.asList(all).contains(null)) {
      throw DamagedModel.at(
          where, "features", "panel " + panel + " has " + found + " rows instead of " + rows);
    }
    boolean dense = Arrays.stream(all).allMatch(row -> row.columns() == null);
    FeaturePanel built =
        dense
            ? dense(panel, first, all, layout.dim())
            : FeaturePanel.ofRows(
                panel,
                first,
                rows,
                layout.dim(),
                (r, columns, values) -> filled(all[r], layout.dim(), columns, values));
    return List.of(built).iterator();
  }

  private static FeaturePanel dense(int panel, int first, PanelRow[] rows, int dim) {
    if (Arrays.stream(rows).allMatch(row -> row.values().length == Float.BYTES * dim)) {
      float[] values = new float[rows.length * dim];
      for (int r = 0; r < rows.length; r++) {
        buffer(rows[r].values()).asFloatBuffer().get(values, r * dim, dim);
      }
      return FeaturePanel.of(panel, first, rows.length, dim, values);
    }
    double[] values = new double[rows.length * dim];
    for (int r = 0; r < rows.length; r++) {
      ByteBuffer bytes = buffer(rows[r].values());
      boolean single = rows[r].values().length == Float.BYTES * dim;
      for (int d = 0; d < dim; d++) {
        values[r * dim + d] = single ? bytes.getFloat() : bytes.getDouble();
      }
    }
    return FeaturePanel.of(panel, first, rows.length, dim, values);
  }

  /** Copies the values of a row that are not zero, and their columns; returns how many. */
  private static int filled(PanelRow row, int dim, int[] columns, double[] values) {
    byte[] places = row.columns();
    int count = places == null ? dim : places.length / Integer.BYTES;
    if (places != null) {
      buffer(places).asIntBuffer().get(columns, 0, count);
    }
    ByteBuffer bytes = buffer(row.values());
    boolean single = row.values().length == Float.BYTES * count;
    int kept = 0;
    for (int v = 0; v < count; v++) {
      double value = single ? bytes.getFloat() : bytes.getDouble();
      if (value != 0.0) {
        columns[kept] = places == null ? v : columns[v];
        values[kept++] = value;
      }
    }
    return kept;
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
