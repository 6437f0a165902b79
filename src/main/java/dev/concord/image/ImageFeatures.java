package dev.concord.image;

import dev.concord.config.FeaturesConfig;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.PanelLayout;
import dev.concord.spark.input.features.ShapeCheck;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * Feature panels from an image: one row a pixel in reading order, its brightness (or red, green and
 * blue) from 0 to 1 and its place, x and y, divided by the longer side and multiplied by the weight
 * {@code position}. The similarity graph of Wang, Qian and Davidson's section 7.1 is built on such
 * features. Section 7.1 gives no weights; by default the longer side has the range of black to
 * white.
 */
public final class ImageFeatures {
  private ImageFeatures() {}

  public static FeatureTable read(
      SparkSession spark, FeaturesConfig config, int panelRows, ShapeCheck shape) {
    Configuration conf = spark.sessionState().newHadoopConf();
    ImageSettings settings = ImageSettings.of(config.table());
    ImageSize size = ImageFile.size(conf, config);
    int dim = (settings.rgb() ? 3 : 1) + 2;
    if (size.pixels() > Integer.MAX_VALUE / dim) {
      throw config
          .table()
          .refuse(
              "%,d x %,d pixels are too many points; shrink the image with %s.options.width"
                  .formatted(size.width(), size.height(), config.table().key()));
    }
    int n = (int) size.pixels();
    shape.check(n, dim);
    Picture picture = ImageFile.read(conf, config);
    PanelLayout layout = PanelLayout.of(n, dim, panelRows);
    List<FeaturePanel> panels =
        IntStream.range(0, layout.panels())
            .mapToObj(p -> panel(picture, settings.position(), layout, p))
            .toList();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    JavaRDD<FeaturePanel> shared = context.parallelize(panels, panels.size());
    List<String> columns =
        settings.rgb() ? List.of("red", "green", "blue", "x", "y") : List.of("grey", "x", "y");
    return FeatureTable.materialized(IdTable.rowNumbers(n), shared, layout, columns, checks -> 1.0);
  }

  private static FeaturePanel panel(
      Picture picture, double position, PanelLayout layout, int number) {
    int first = layout.firstRow(number);
    int rows = layout.rows(number);
    int dim = layout.dim();
    int width = picture.size().width();
    double unit = position / Math.max(width, picture.size().height());
    double[] values = new double[rows * dim];
    for (int r = 0; r < rows; r++) {
      int pixel = first + r;
      int base = r * dim;
      System.arraycopy(
          picture.values(), pixel * picture.channels(), values, base, picture.channels());
      int x = pixel % width;
      int y = pixel / width;
      values[base + dim - 2] = unit * x;
      values[base + dim - 1] = unit * y;
    }
    return FeaturePanel.of(number, first, rows, dim, values);
  }
}
