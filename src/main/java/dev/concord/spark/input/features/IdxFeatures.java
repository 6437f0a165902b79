package dev.concord.spark.input.features;

import dev.concord.config.FeaturesConfig;
import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.spark.files.IdTable;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Feature panels from idx files. Each panel's task opens the file of its rows, skips to them and
 * reads only them, so there is no shuffle. From a compressed file every panel decompresses all that
 * lies before its rows: beyond a few hundred megabytes, store the files uncompressed.
 */
public final class IdxFeatures {
  private IdxFeatures() {}

  public static FeatureTable read(
      SparkSession spark, FeaturesConfig config, int panelRows, ShapeCheck shape)
      throws IOException {
    Configuration conf = spark.sessionState().newHadoopConf();
    List<IdxFile> files = files(conf, config);
    long total = files.stream().mapToLong(IdxFile::items).sum();
    if (total == 0 || total > Integer.MAX_VALUE - 8) {
      throw config
          .table()
          .refuse(
              "the files hold %d images; give at least one and at most %d"
                  .formatted(total, Integer.MAX_VALUE - 8));
    }
    int dim = files.get(0).itemSize();
    shape.check((int) total, dim);
    PanelLayout layout = PanelLayout.of((int) total, dim, panelRows);
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    // Lives as long as the panels: one lost with its executor is read again.
    Broadcast<SerializableConfiguration> shared =
        context.broadcast(new SerializableConfiguration(conf));
    List<Integer> numbers = IntStream.range(0, layout.panels()).boxed().toList();
    JavaRDD<FeaturePanel> panels =
        context
            .parallelize(numbers, numbers.size())
            .map(p -> panel(p, layout, files, shared.value().value()));
    return FeatureTable.materialized(
        IdTable.rowNumbers(layout.n()), panels, layout, List.of("pixels"), checks -> 1.0);
  }

  private static List<IdxFile> files(Configuration conf, FeaturesConfig config) throws IOException {
    Refusals refusals = new Refusals();
    refuseColumns(config, refusals);
    List<IdxFile> files = List.of();
    try {
      files = IdxFile.open(conf, config.table(), IdxFile.IMAGES);
    } catch (InputException refusal) {
      refusals.add(refusal);
    }
    refusals.raise();
    return files;
  }

  private static void refuseColumns(FeaturesConfig config, Refusals refusals) {
    if (config.id() != null) {
      refusals.add(column(config, "id"));
    }
    if (config.vector() != null) {
      refusals.add(column(config, "vector"));
    }
    if (!config.columns().isEmpty()) {
      refusals.add(column(config, "columns"));
    }
  }

  private static InputException column(FeaturesConfig config, String named) {
    return config
        .table()
        .refuse(
            ("%s.%s is given, but idx files have no columns: every pixel is a feature"
                    + " and the row number is the id; remove it")
                .formatted(config.table().key(), named));
  }

  private static FeaturePanel panel(
      int number, PanelLayout layout, List<IdxFile> files, Configuration conf) throws IOException {
    int first = layout.firstRow(number);
    int rows = layout.rows(number);
    byte[] bytes = read(files, conf, first, rows);
    return FeaturePanel.ofBytes(number, first, rows, layout.dim(), bytes);
  }

  /** Items {@code first} to {@code first + count - 1} of the files taken one after the other. */
  public static byte[] read(List<IdxFile> files, Configuration conf, int first, int count)
      throws IOException {
    int size = files.get(0).itemSize();
    byte[] bytes = new byte[Math.multiplyExact(count, size)];
    long begin = 0;
    for (IdxFile file : files) {
      long from = Math.max(first, begin);
      long to = Math.min((long) first + count, begin + file.items());
      if (from < to) {
        file.read(
            conf, (int) (from - begin), (int) (to - from), bytes, (int) (from - first) * size);
      }
      begin += file.items();
    }
    return bytes;
  }
}
