package dev.concord.method.auto;

import dev.concord.graph.features.ColumnSample;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.Projection;
import dev.concord.graph.features.ReductionRule;
import dev.concord.graph.features.ScalingRule;
import dev.concord.graph.projection.PrincipalComponents;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.spark.rdd.SampleRows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * A table of points with known classes, for benchmarks.
 *
 * @param name of the file without its ending
 * @param values features, row by row
 * @param truth class of each row, from 0
 * @param classes how many
 * @param given how many values the features had before a reduction
 */
public record LabelledTable(
    String name, double[] values, int dim, int[] truth, int classes, long given) {
  /** A table that is not reduced. */
  public LabelledTable(String name, double[] values, int dim, int[] truth, int classes) {
    this(name, values, dim, truth, classes, values.length);
  }

  /**
   * Reads CSV with a header, numeric features and the label in the last column; ".gz" is unpacked.
   *
   * @param scaling none, standard, or auto as a job decides
   * @param most rows at most; of more, a seeded random part in file order
   */
  public static LabelledTable read(Path file, String scaling, int most) throws IOException {
    List<String[]> rows = part(rows(file), most);
    int columns = rows.get(0).length - 1;
    int dim = columns;
    double[] values = new double[rows.size() * dim];
    for (int i = 0; i < rows.size(); i++) {
      for (int d = 0; d < dim; d++) {
        values[i * dim + d] = Double.parseDouble(rows.get(i)[d]);
      }
    }
    if (scaling.equals("standard")) {
      standardize(values, dim);
    } else if (scaling.equals("auto")) {
      FeaturePanel panel = FeaturePanel.of(0, 0, rows.size(), dim, values);
      values = rows(ScalingRule.of(ColumnSample.of(panel, rows.size())).scaler().apply(panel));
      dim = values.length / rows.size();
    }
    List<String> names = rows.stream().map(row -> row[columns]).distinct().sorted().toList();
    int[] truth = rows.stream().mapToInt(row -> names.indexOf(row[columns])).toArray();
    String name = file.getFileName().toString().replaceAll("\\.csv.*", "");
    return new LabelledTable(name, values, dim, truth, names.size());
  }

  /** On the principal components that a job takes by itself; the same where it takes none. */
  public LabelledTable reduced() {
    if (!PrincipalComponents.mayApply(ReductionRule.AUTO, dim)) {
      return this;
    }
    int wanted = PrincipalComponents.sampleRows(truth.length, dim, ReductionRule.AUTO);
    int[] rows = SampleRows.draw(truth.length, wanted, Seeds.of(0).random("components sample"));
    double[] sample = FeatureRows.taken(values, dim, rows);
    Projection projection =
        PrincipalComponents.of(FeaturePanel.of(0, 0, rows.length, dim, sample), ReductionRule.AUTO);
    if (projection == null) {
      return this;
    }
    double[] components = rows(projection.apply(FeaturePanel.of(0, 0, truth.length, dim, values)));
    int kept = components.length / truth.length;
    return new LabelledTable(name, components, kept, truth, classes, given);
  }

  /**
   * The points of some classes alone, numbered from 0 in this order, with standardized features.
   */
  public LabelledTable standardizedPart(int... kept) {
    int[] place = new int[classes];
    Arrays.fill(place, -1);
    for (int c = 0; c < kept.length; c++) {
      place[kept[c]] = c;
    }
    int[] rows = IntStream.range(0, truth.length).filter(i -> place[truth[i]] >= 0).toArray();
    double[] part = new double[rows.length * dim];
    for (int r = 0; r < rows.length; r++) {
      System.arraycopy(values, rows[r] * dim, part, r * dim, dim);
    }
    standardize(part, dim);
    int[] labels = Arrays.stream(rows).map(i -> place[truth[i]]).toArray();
    return new LabelledTable(name, part, dim, labels, kept.length);
  }

  private static double[] rows(FeaturePanel panel) {
    double[] values = new double[panel.rows() * panel.dim()];
    double[] row = new double[panel.dim()];
    for (int i = 0; i < panel.rows(); i++) {
      panel.copyRow(i, row);
      System.arraycopy(row, 0, values, i * row.length, row.length);
    }
    return values;
  }

  private static List<String[]> part(List<String[]> rows, int most) {
    if (rows.size() <= most) {
      return rows;
    }
    SplittableRandom random = Seeds.of(1).random("auto-sample");
    int[] order = IntStream.range(0, rows.size()).toArray();
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    return Arrays.stream(order).limit(most).sorted().mapToObj(rows::get).toList();
  }

  private static void standardize(double[] values, int dim) {
    int n = values.length / dim;
    double[] mean = new double[dim];
    double[] deviation = new double[dim];
    for (int p = 0; p < values.length; p++) {
      mean[p % dim] += values[p] / n;
    }
    for (int p = 0; p < values.length; p++) {
      double centred = values[p] - mean[p % dim];
      deviation[p % dim] += centred * centred / (n - 1);
    }
    FeatureScaler scaler =
        FeatureScaler.standard(mean, Arrays.stream(deviation).map(Math::sqrt).toArray());
    double[] row = new double[dim];
    for (int i = 0; i < n; i++) {
      System.arraycopy(values, i * dim, row, 0, dim);
      scaler.apply(row);
      System.arraycopy(row, 0, values, i * dim, dim);
    }
  }

  private static List<String[]> rows(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(line -> line.split(",", -1)).toList();
    }
  }
}
