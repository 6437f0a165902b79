package dev.concord.cli.page;

import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.metric.TypicalPoints;
import dev.concord.report.ReportModel.ClusterExamples;
import dev.concord.report.Thumbnail;
import dev.concord.spark.graph.CollectedRows;
import dev.concord.spark.input.features.IdxFile;
import dev.concord.spark.job.ClusterOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** Example points of each cluster, as pictures where the features are pixels. */
public final class ExampleFacts {
  /** Clusters that examples are shown of. */
  private static final int CLUSTERS = 50;

  /** Examples of all clusters together, about. */
  private static final int EXAMPLES = 400;

  private static final int TYPICAL = 8;
  private static final int BORDER = 4;

  private ExampleFacts() {}

  /** The examples of the first clusters, none when the edges are on the executors. */
  public static List<ClusterExamples> of(ClusterOutcome outcome) {
    int k = outcome.sizes().length;
    int shown = Math.min(k, CLUSTERS);
    int typical = Math.max(2, Math.min(TYPICAL, EXAMPLES * 2 / 3 / shown));
    int border = Math.max(1, Math.min(BORDER, EXAMPLES / 3 / shown));
    SimilarityGraph edges = outcome.edges();
    if (edges == null) {
      return List.of();
    }
    TypicalPoints points = TypicalPoints.of(edges, outcome.labels(), k, typical, border);
    List<ClusterExamples> examples = new ArrayList<>();
    for (int c = 0; c < shown; c++) {
      examples.add(
          new ClusterExamples(
              c, examples(outcome, points.typical()[c]), examples(outcome, points.border()[c])));
    }
    return examples;
  }

  private static List<String> examples(ClusterOutcome outcome, int[] points) {
    return IntStream.of(points).mapToObj(outcome.ids()::name).toList();
  }

  /** Points as pictures, none where the features are no pixels; one Spark job where they may be. */
  public static Map<Integer, String> pictures(
      SparkSession spark, ConcordConfig config, ClusterOutcome outcome, int[] wanted) {
    FeaturesConfig features = config.input().features();
    var panels = outcome.features();
    if (features == null || panels == null || wanted.length == 0) {
      return Map.of();
    }
    boolean idx = features.table().format().equalsIgnoreCase("idx");
    int side = Thumbnail.side(outcome.dim());
    int[] size =
        idx
            ? IdxPictures.size(spark.sessionState().newHadoopConf(), features.table())
            : new int[] {side, side};
    if (!Thumbnail.isShown(size[0], size[1]) || size[0] * size[1] != outcome.dim()) {
      return Map.of();
    }
    Map<Integer, double[]> rows = CollectedRows.of(panels, wanted);
    if (!idx && !Thumbnail.isPicture(rows.values(), side)) {
      return Map.of();
    }
    double low = idx ? 0.0 : Double.POSITIVE_INFINITY;
    double high = idx ? 255.0 : Double.NEGATIVE_INFINITY;
    for (double[] row : rows.values()) {
      for (double value : row) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    Map<Integer, String> pictures = new java.util.HashMap<>();
    for (Map.Entry<Integer, double[]> row : rows.entrySet()) {
      pictures.put(
          row.getKey(),
          Thumbnail.of(row.getValue(), size[0], size[1], low, Math.max(high, low + 1e-300)));
    }
    return pictures;
  }

  /** The size of the pictures in a table of idx files. */
  public static final class IdxPictures {
    private IdxPictures() {}

    /**
     * Width and height of the pictures, from the first file's header.
     *
     * @throws InputException when the file cannot be read any more
     */
    public static int[] size(Configuration conf, TableConfig table) {
      try {
        return IdxFile.pictureSize(conf, table);
      } catch (IOException e) {
        throw new InputException(
            table.place()
                + ": the idx file could be read when the job began and cannot now ("
                + e.getMessage()
                + "); see that nobody moves it, and run the command again",
            e);
      }
    }
  }
}
