package dev.concord.spark.model;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.method.assign.EmbeddingExtension;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.files.Location;
import dev.concord.spark.ids.IdTable;
import dev.concord.spark.input.panels.PanelLayout;
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
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/** Reads the two tables of a model; rows may come in any order. */
final class ModelRows {
  private ModelRows() {}

  /** Some points, packed. */
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

  /** One row on its way to its panel. */
  private record PanelRow(int row, byte[] values) implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  /** The training features, panel p in partition p. Nothing runs yet. */
  static JavaRDD<FeaturePanel> features(
      SparkSession spark, String where, String folder, ModelFacts facts) {
    PanelLayout layout = PanelLayout.of(facts.points(), facts.dim(), 0);
    return spark
        .read()
        .parquet(Location.escaped(folder + "/features"))
        .select("row", "values")
        .toJavaRDD()
        .mapToPair(row -> placed(where, row, layout))
        // The hash of a number is the number: panel p goes to partition p.
        .partitionBy(new HashPartitioner(layout.panels()))
        .mapPartitionsWithIndex((panel, rows) -> panel(where, panel, rows, layout), true);
  }

  private static Tuple2<Integer, PanelRow> placed(String where, Row row, PanelLayout layout) {
    int at = row.getInt(0);
    byte[] values = row.getAs(1);
    if (at < 0
        || at >= layout.n()
        || (values.length != 4L * layout.dim() && values.length != 8L * layout.dim())) {
      throw DamagedModel.at(where, "features", "row " + at + " contradicts model.json");
    }
    return new Tuple2<>(layout.panelOf(at), new PanelRow(at, values));
  }

  private static Iterator<FeaturePanel> panel(
      String where, int panel, Iterator<Tuple2<Integer, PanelRow>> source, PanelLayout layout) {
    int rows = layout.rows(panel);
    int dim = layout.dim();
    int first = layout.firstRow(panel);
    List<PanelRow> all = new ArrayList<>(rows);
    boolean single = true;
    BitSet seen = new BitSet(rows);
    while (source.hasNext()) {
      PanelRow row = source.next()._2();
      single &= row.values().length == 4 * dim;
      seen.set(row.row() - first);
      all.add(row);
    }
    if (all.size() != rows || seen.cardinality() != rows) {
      throw DamagedModel.at(
          where, "features", "panel " + panel + " has " + all.size() + " rows instead of " + rows);
    }
    if (single) {
      float[] values = new float[rows * dim];
      for (PanelRow row : all) {
        buffer(row).asFloatBuffer().get(values, (row.row() - first) * dim, dim);
      }
      return List.of(FeaturePanel.of(panel, first, rows, dim, values)).iterator();
    }
    double[] values = new double[rows * dim];
    double[] one = new double[dim];
    for (PanelRow row : all) {
      copy(row, dim, one);
      System.arraycopy(one, 0, values, (row.row() - first) * dim, dim);
    }
    return List.of(FeaturePanel.of(panel, first, rows, dim, values)).iterator();
  }

  private static void copy(PanelRow row, int dim, double[] target) {
    if (row.values().length == 8 * dim) {
      buffer(row).asDoubleBuffer().get(target);
      return;
    }
    float[] floats = new float[dim];
    buffer(row).asFloatBuffer().get(floats);
    Arrays.setAll(target, d -> floats[d]);
  }

  private static ByteBuffer buffer(PanelRow row) {
    return ByteBuffer.wrap(row.values()).order(ByteOrder.LITTLE_ENDIAN);
  }
}
